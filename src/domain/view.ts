import type { ClockState } from '../core/clock.js'
import type { Fault } from './faults/fault.js'
import type { Profile } from './profile/profile.js'
import type { State } from './state.js'

/** A world at one moment, read-only. */
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

/** Compared as a whole. */
export interface WorldPart {
  /** A JSON Pointer (RFC 6901), e.g. "/namespaces/ns_shop_k3v9x2/entries/flag:checkout". */
  readonly path: string
  /** Undefined if the part doesn't exist. */
  read(view: View): unknown
  /**
   * The object behind the value, if that's faster to find. While the object and the origin stay the same, so does the
   * value. Undefined if the part doesn't exist.
   */
  held?(view: View): object | undefined
}

export type HeldPart = WorldPart & Required<Pick<WorldPart, 'held'>>

export interface PartValue {
  /** Undefined if the part doesn't exist. */
  readonly value: unknown
  /** JSON, for comparing. */
  readonly text: string | undefined
  readonly held: object | undefined
  /** In ms. Relative times of the value count from here. */
  readonly origin: number
}

/** @param before an earlier value, returned unchanged if the object behind it is still the same */
export function readPart(place: WorldPart, view: View, before?: PartValue): PartValue {
  const held = place.held?.(view)
  const { origin } = view.state
  if (place.held !== undefined && before?.held === held && before?.origin === origin) return before
  const value = place.read(view)
  return { value, text: JSON.stringify(value), held, origin }
}

export const pointer = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Keeps one part per path. */
export const eachOnce = (places: readonly WorldPart[]): readonly WorldPart[] => [
  ...new Map(places.map((place) => [place.path, place])).values(),
]

/** If the origins differ, times stored as offsets have different values in the two views. */
export const isMoved = (one: View, other: View): boolean => one.state.origin !== other.state.origin

/** Entries may have expired between the two views without a write. */
export const isOtherTime = (one: View, other: View): boolean =>
  one.clock.now !== other.clock.now || isMoved(one, other)
