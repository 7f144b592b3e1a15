import type { ClockState } from '../core/clock.js'
import type { Fault } from './faults/fault.js'
import type { Profile } from './profile/profile.js'
import type { State } from './state.js'

/** A world at one moment, to be read. */
export interface View {
  readonly state: State
  readonly clock: ClockState
  readonly profile: Profile
  readonly faults: ReadonlyMap<string, Fault>
}

/** What a view is taken of: a world. */
interface Viewed extends Pick<View, 'state' | 'profile'> {
  readonly clock: { save(): ClockState }
  readonly faults: { readonly byId: View['faults'] }
}

export function viewOf({ clock, profile, faults, state }: Viewed): View {
  return { state, clock: clock.save(), profile, faults: faults.byId }
}

/** A value of a world that is compared as a whole. */
export interface ViewPlace {
  /** A JSON Pointer (RFC 6901): "/namespaces/ns_shop_k3v9x2/entries/flag:checkout". */
  readonly path: string
  /** The value; undefined if there is none. */
  read(view: View): unknown
  /**
   * What the value is made of, if that is quicker to find than the value. While it stays the object that it is, so does
   * the value, unless times count from another origin. undefined if there is no value.
   */
  held?(view: View): object | undefined
}

/** A place that has `held`. */
export type HeldPlace = ViewPlace & Required<Pick<ViewPlace, 'held'>>

/** The value of a place at one moment. */
export interface PlaceValue {
  /** undefined for none. */
  readonly value: unknown
  /** The value as JSON text, to compare it by. */
  readonly text: string | undefined
  readonly held: object | undefined
  /** The origin of its times, in ms. */
  readonly origin: number
}

/**
 * Reads the value of a place.
 *
 * @param before an earlier reading of the place: it is returned if nothing was put in the place of what it was made of
 */
export function readingOf(place: ViewPlace, view: View, before?: PlaceValue): PlaceValue {
  const held = place.held?.(view)
  const { origin } = view.state
  if (place.held !== undefined && before?.held === held && before?.origin === origin) return before
  const value = place.read(view)
  return { value, text: JSON.stringify(value), held, origin }
}

/** A JSON Pointer of these names. */
export const pointer = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The places of these that differ in a path, each once. */
export const eachOnce = (places: readonly ViewPlace[]): readonly ViewPlace[] => [
  ...new Map(places.map((place) => [place.path, place])).values(),
]

/** Whether times that are kept as distances count from another origin, so that an unchanged thing has another value. */
export const isMoved = (one: View, other: View): boolean => one.state.origin !== other.state.origin

/** Whether time itself may have changed what nobody wrote to: entries expire. */
export const isOtherTime = (one: View, other: View): boolean =>
  one.clock.now !== other.clock.now || isMoved(one, other)
