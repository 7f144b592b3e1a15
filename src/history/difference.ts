import { Attribution } from './attribution.js'
import { differingPlaces } from './differing-places.js'
import type { Moment } from './point.js'
import { type Past, walk, worldAt } from './replay.js'
import { type Place, readingOf, type View, viewOf } from './view.js'

/** A value that is another one at one of two moments. */
export interface Difference {
  readonly place: Place
  /** undefined if there is none. */
  readonly before: unknown
  readonly after: unknown
}

/** A difference, and what made it: the id of the last command that did, "expiry", or "time". */
export interface AttributedDifference extends Difference {
  readonly by: string
}

/** The values that differ between two moments, and what made them differ. */
export async function differences(past: Past, from: Moment, to: Moment): Promise<AttributedDifference[]> {
  const before = viewOf(await worldAt(past, from))
  const after = viewOf(await worldAt(past, to))
  const found = differing(before, after)
  const isForward = from.index < to.index || (from.index === to.index && from.at <= to.at)
  const [earlier, later] = isForward ? [from, to] : [to, from]
  const places = found.map(({ place }) => place)
  const attribution = new Attribution(places, isForward ? before : after)
  await walk(past, earlier, later, (ran) => attribution.note(ran))
  attribution.settle(isForward ? after : before)
  return found.map((one) => ({ ...one, by: attribution.by(one.place.path) ?? 'time' }))
}

/** The values that differ between two views, each once. */
export function differing(before: View, after: View): Difference[] {
  const found: Difference[] = []
  for (const place of differingPlaces(before, after)) {
    const [left, right] = [readingOf(place, before), readingOf(place, after)]
    if (left.text !== right.text) found.push({ place, before: left.value, after: right.value })
  }
  return found
}
