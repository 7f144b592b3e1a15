import { LazyList } from '../core/lazy-list.js'
import { inTurns, Slice, type Steps } from '../core/steps.js'
import { Attribution } from './attribution.js'
import { listPlaces } from './list-places.js'
import type { Moment } from './point.js'
import { type Past, walk, worldAt } from './replay.js'
import { isHeldAlike, itemsOf, type Place, placesOf, textOf, type View, viewSteps } from './view.js'

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
  await inTurns(attribution.settle(isForward ? after : before))
  const attributed = (one: Difference) => ({ ...one, by: attribution.by(one.place.path) ?? 'time' })
  return inTurns(new Slice().map(found, attributed, 1))
}

async function viewAt(past: Past, moment: Moment): Promise<View> {
  const world = await worldAt(past, moment)
  return inTurns(viewSteps(world))
}

/** To compare what is in two places takes so many times as long as most work on an item does. */
const ITEMS_A_PLACE = 3

/** The values that differ between two views, each once. */
export function* differing(before: View, after: View): Steps<Difference[]> {
  const slice = new Slice()
  const found = new Map<string, Difference>()
  for (const places of [placesOf(before, slice), placesOf(after, slice), listPlaces(before, after, slice)]) {
    for (const place of yield* places) {
      if (slice.spend(ITEMS_A_PLACE)) yield
      if (found.has(place.path) || isHeldAlike(place, before, after)) continue
      const [left, right] = [place.read(before), place.read(after)]
      const [leftText, rightText] = [textOf(left), textOf(right)]
      if (leftText !== rightText) found.set(place.path, { place, before: left, after: right })
      if (slice.spend(itemsOf(leftText) + itemsOf(rightText))) yield
    }
  }
  return [...found.values()]
}
