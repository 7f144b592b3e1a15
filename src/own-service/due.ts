import { isRecord } from '../core/objects.js'
import type { Due } from './define.js'
import { type JsonState, withDraft } from './json-state.js'
import { isPromise, ServiceMistake } from './mistake.js'

export interface Timed {
  due?(state: JsonState): readonly Due[]
  onDue?(moment: { readonly state: JsonState; readonly name: string; readonly now: number }): unknown
}

/** If more new events than this come due during a single clock move, we assume an endless loop. */
const HAPPENINGS_MAX = 10_000
/** The error lists this many recent events. */
const SHOWN = 5

/** Caches each state's first event, or null if it has none. That's safe because states are immutable. */
const firsts = new WeakMap<JsonState, Due | null>()

/**
 * Calls `onDue` for every event up to a given time, in order, and returns the resulting state.
 *
 * @param now virtual ms
 * @throws ServiceMistake for an endless chain of events, or whatever `due` or `onDue` throws
 */
export function passTime(service: Timed, state: JsonState, now: number): JsonState {
  const { onDue } = service
  if (onDue === undefined) return state
  const isDue = (item: Due | null): item is Due => item !== null && item.at <= now
  let first = firstDue(service, state)
  if (!isDue(first)) return state
  const most = HAPPENINGS_MAX + allDue(service, state).filter(isDue).length
  const happened: Due[] = []
  let present = state
  let time = Number.NEGATIVE_INFINITY
  for (; isDue(first); first = firstDue(service, present)) {
    const { name } = first
    // Time never goes backwards, so an event scheduled in the past happens now.
    time = Math.max(time, first.at)
    happened.push({ name, at: time })
    if (happened.length > most) throw endless(happened)
    const moment = { name, now: time }
    const { state: after } = withDraft(present, (draft) => assertNothing(onDue({ ...moment, state: draft })))
    if (after === present)
      throw new ServiceMistake(`onDue changed nothing for ${name}, so it stays due at ${first.at}`)
    present = after
  }
  return present
}

/** Allows most values, since an arrow function may return one by accident. */
function assertNothing(returned: unknown): void {
  if (isPromise(returned)) throw new ServiceMistake('onDue returned a promise, but it must be synchronous')
  if (isRecord(returned) && 'send' in returned) throw new ServiceMistake('`send` is reserved for future use')
}

function endless(happened: readonly Due[]): ServiceMistake {
  const last = happened.slice(-SHOWN).map(({ name, at }) => `${name} at ${at}`)
  return new ServiceMistake(
    `more than ${HAPPENINGS_MAX} things became due at once; the last: ${last.join(', ')}`,
  )
}

/** If several events have the same time, the one that `due` lists first wins. */
function firstDue(service: Timed, state: JsonState): Due | null {
  const known = firsts.get(state)
  if (known !== undefined) return known
  let first: Due | null = null
  for (const item of allDue(service, state)) if (first === null || item.at < first.at) first = item
  firsts.set(state, first)
  return first
}

/** @throws ServiceMistake for an invalid list, or whatever `due` throws */
export function allDue(service: Timed, state: JsonState): readonly Due[] {
  const listed: unknown = service.due?.(state) ?? []
  if (isPromise(listed) || !Array.isArray(listed))
    throw new ServiceMistake(`due returns a list of { name, at }; found ${shown(listed)}`)
  return listed.map((item: Partial<Due> | null | undefined) => {
    const { name, at } = item ?? {}
    if (typeof name !== 'string' || typeof at !== 'number' || !Number.isFinite(at))
      throw new ServiceMistake(`due lists { name, at } with at in virtual ms; found ${shown(item)}`)
    // Virtual clocks only show whole ms, starting in 1970.
    return { name, at: Math.max(0, Math.ceil(at)) }
  })
}

function shown(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return typeof value
  }
}
