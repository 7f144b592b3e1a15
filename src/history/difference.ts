import { LazyList } from '../core/lazy-list.js'
import { inTurns, Slice, type Steps } from '../core/steps.js'
import { Attribution } from './attribution.js'
import { listPlaces } from './list-places.js'
import type { Moment } from './point.js'
import { type Past, walk, worldAt } from './replay.js'
import { isHeldAlike, type Place, placesOf, type View, viewOf } from './view.js'

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
  const places = LazyList.map(found, ({ place }) => place)
  const attribution = await inTurns(Attribution.of(places, isForward ? before : after))
  await walk(past, earlier, later, (ran) => attribution.note(ran))
  const made = await inTurns(attribution.settled(isForward ? after : before))
  const attributed = (one: Difference) => ({ ...one, by: made.get(one.place.path) ?? 'time' })
  return inTurns(new Slice().map(found, attributed, 1))
}

async function viewAt(past: Past, moment: Moment): Promise<View> {
  const world = await worldAt(past, moment)
  return viewOf(world)
}

/** To compare what is in two places takes so many times as long as most work on an item does. */
const ITEMS_A_PLACE = 3

/** The values that differ between two views, each once. */
export function* differing(before: View, after: View): Steps<Difference[]> {
  const slice = new Slice()
  const found = new Map<string, Difference>()
  const compare = (place: Place): void => {
    if (found.has(place.path) || isHeldAlike(place, before, after)) return
    const [left, right] = [place.read(before), place.read(after)]
    if (textOf(left) !== textOf(right)) found.set(place.path, { place, before: left, after: right })
  }
  yield* slice.each(yield* placesOf(before, slice), compare, ITEMS_A_PLACE)
  yield* slice.each(yield* placesOf(after, slice), compare, ITEMS_A_PLACE)
  yield* slice.each(yield* listPlaces(before, after, slice), compare, ITEMS_A_PLACE)
  return [...found.values()]
}

/** Tells values apart; undefined for none. */
export const textOf = (value: unknown): string | undefined => JSON.stringify(value)
