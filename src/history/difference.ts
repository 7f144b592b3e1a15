import { inTurns, Slice, type Steps } from '../core/steps.js'
import { Attribution } from './attribution.js'
import { listPlaces } from './list-places.js'
import type { Moment } from './point.js'
import { type Past, walk, worldAt } from './replay.js'
import { type Place, placesOf, type View, viewOf } from './view.js'

/** A value that is another one at one of two moments. */
export interface Difference {
  readonly place: Place
  /** undefined where there is none. */
  readonly before: unknown
  readonly after: unknown
}

/** A difference, and what made it: the id of the last command that did, "expiry", or "time". */
export interface AttributedDifference extends Difference {
  readonly by: string
}

/** The values that differ between two moments, and what made them differ. */
export async function differences(past: Past, from: Moment, to: Moment): Promise<AttributedDifference[]> {
  const [before, after] = [await viewAt(past, from), await viewAt(past, to)]
  const found = await inTurns(differing(before, after))
  const isForward = from.index < to.index || (from.index === to.index && from.at <= to.at)
  const [earlier, later] = isForward ? [from, to] : [to, from]
  const attribution = new Attribution(
    found.map(({ place }) => place),
    isForward ? before : after,
  )
  await walk(past, earlier, later, (ran) => attribution.note(ran))
  const made = await inTurns(attribution.settled(isForward ? after : before))
  return found.map((one) => ({ ...one, by: made.get(one.place.path) ?? 'time' }))
}

async function viewAt(past: Past, moment: Moment): Promise<View> {
  const world = await worldAt(past, moment)
  return viewOf(world)
}

/** To compare two values takes so many times as long as most work on an item does. */
const ITEMS_A_PLACE = 2

/** The values that differ between two views, each once. */
export function* differing(before: View, after: View): Steps<Difference[]> {
  const slice = new Slice()
  const places = [
    ...(yield* placesOf(before, slice)),
    ...(yield* placesOf(after, slice)),
    ...(yield* listPlaces(before, after, slice)),
  ]
  const found = new Map<string, Difference>()
  for (const place of places) {
    if (slice.spend(ITEMS_A_PLACE)) yield
    if (found.has(place.path)) continue
    const [left, right] = [place.read(before), place.read(after)]
    if (textOf(left) !== textOf(right)) found.set(place.path, { place, before: left, after: right })
  }
  return [...found.values()]
}

/** Tells values apart; undefined for none. */
export const textOf = (value: unknown): string | undefined => JSON.stringify(value)
