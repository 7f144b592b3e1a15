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

/** A part of a world that's compared as a whole. */
export interface WorldPart {
  /** A JSON Pointer (RFC 6901), e.g. "/namespaces/ns_shop_k3v9x2/entries/flag:checkout". */
  readonly path: string
  /** Returns undefined if the part doesn't exist. */
  read(view: View): unknown
  /**
   * Returns the object that the value is derived from, if that's faster to find. While the object stays the same, so
   * does the value, unless the origin has changed. Returns undefined if the part doesn't exist.
   */
  held?(view: View): object | undefined
}

export type HeldPart = WorldPart & Required<Pick<WorldPart, 'held'>>

export interface PartValue {
  /** Undefined if the part doesn't exist. */
  readonly value: unknown
  /** JSON text, used for comparing. */
  readonly text: string | undefined
  readonly held: object | undefined
  /** The instant, in ms, that its relative times were resolved against. */
  readonly origin: number
}

/**
 * Reads the value of a part.
 *
 * @param before an earlier value, returned unchanged if the object behind it is still the same
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

/** Removes duplicates, i.e. parts with the same path. */
export const eachOnce = (places: readonly WorldPart[]): readonly WorldPart[] => [
  ...new Map(places.map((place) => [place.path, place])).values(),
]

/** Returns true if the origins differ, so that times stored as offsets have other values. */
export const isMoved = (one: View, other: View): boolean => one.state.origin !== other.state.origin

/** Returns true if the clocks differ, so that entries may have expired without a write. */
export const isOtherTime = (one: View, other: View): boolean =>
  one.clock.now !== other.clock.now || isMoved(one, other)
