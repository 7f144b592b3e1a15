import { LazyList } from '../core/lazy-list.js'
import { Attribution } from './attribution.js'
import { differingPlaces } from './differing-places.js'
import type { Moment } from './point.js'
import { type Past, walk, worldAt } from './replay.js'
import { areAlike, isHeldAlike, type Place, readingOf, type View, viewSteps } from './view.js'

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

/** The values that differ between two moments, and what made them differ: each is put together when it is asked for. */
export async function differences(
  past: Past,
  from: Moment,
  to: Moment,
): Promise<LazyList<AttributedDifference>> {
  const [before, after] = [await viewAt(past, from), await viewAt(past, to)]
  const found: Difference[] = []
  differing(before, after, (one) => found.push(one))
  const isForward = from.index < to.index || (from.index === to.index && from.at <= to.at)
  const [earlier, later] = isForward ? [from, to] : [to, from]
  const places = LazyList.map(found, ({ place }) => place)
  const attribution = Attribution.of(places, isForward ? before : after)
  await walk(past, earlier, later, (ran) => attribution.note(ran))
  attribution.settle(isForward ? after : before)
  return LazyList.map(found, (one) => ({ ...one, by: attribution.by(one.place.path) ?? 'time' }))
}

async function viewAt(past: Past, moment: Moment): Promise<View> {
  const world = await worldAt(past, moment)
  return viewSteps(world)
}

/** Shows the values that differ between two views, each once. */
export function differing(before: View, after: View, visit: (difference: Difference) => unknown): void {
  for (const place of differingPlaces(before, after)) {
    if (place === undefined || isHeldAlike(place, before, after)) continue
    const [left, right] = [readingOf(place, before), readingOf(place, after)]
    if (!areAlike(left, right)) {
      const one = left.long === undefined ? left.value : left.long.steps()
      const other = right.long === undefined ? right.value : right.long.steps()
      visit({ place, before: one, after: other })
    }
  }
}
