import type { ClockState } from '../core/clock.js'
import type { Fault } from './faults/fault.js'
import type { Profile } from './profile/profile.js'
import type { State } from './state.js'

/** A read-only view of a world at one moment. */
export interface View {
  readonly state: State
  readonly clock: ClockState
  readonly profile: Profile
  readonly faults: ReadonlyMap<string, Fault>
}

interface Viewed extends Pick<View, 'state' | 'profile'> {
  readonly clock: { save(): ClockState }
  readonly faults: { readonly byId: View['faults'] }
}

export function viewOf({ clock, profile, faults, state }: Viewed): View {
  return { state, clock: clock.save(), profile, faults: faults.byId }
}

/** A part of a world that is compared as a whole. */
export interface WorldPart {
  /** A JSON Pointer (RFC 6901): "/namespaces/ns_shop_k3v9x2/entries/flag:checkout". */
  readonly path: string
  /** Returns undefined if the part doesn't exist. */
  read(view: View): unknown
  /**
   * Returns the object behind the value, if that's faster to find. As long as it is identical, so is the value, unless
   * the origin of times changed. Undefined if the part doesn't exist.
   */
  held?(view: View): object | undefined
}

export type HeldPart = WorldPart & Required<Pick<WorldPart, 'held'>>

export interface PartValue {
  /** Undefined if the part doesn't exist. */
  readonly value: unknown
  /** JSON text, for comparison. */
  readonly text: string | undefined
  readonly held: object | undefined
  /** The origin of its times, in ms. */
  readonly origin: number
}

/**
 * Reads the value of a part.
 *
 * @param before an earlier value, returned as it is if the object behind it is still the same
 */
export function readPart(place: WorldPart, view: View, before?: PartValue): PartValue {
  const held = place.held?.(view)
  const { origin } = view.state
  if (place.held !== undefined && before?.held === held && before?.origin === origin) return before
  const value = place.read(view)
  return { value, text: JSON.stringify(value), held, origin }
}

export const pointer = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Removes parts with duplicate paths. */
export const eachOnce = (places: readonly WorldPart[]): readonly WorldPart[] => [
  ...new Map(places.map((place) => [place.path, place])).values(),
]

/** True if the origins differ: times stored as offsets then have other values. */
export const isMoved = (one: View, other: View): boolean => one.state.origin !== other.state.origin

/** True if the clocks differ: entries may have expired without a write. */
export const isOtherTime = (one: View, other: View): boolean =>
  one.clock.now !== other.clock.now || isMoved(one, other)
