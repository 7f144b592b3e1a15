import type { Due } from './define.js'
import { type JsonState, withDraft } from './json-state.js'

/** What a service says of the passing of time. */
export interface Timed {
  due?(state: JsonState): readonly Due[]
  onDue?(moment: { readonly state: JsonState; readonly name: string; readonly now: number }): unknown
}

/** Things that may happen before one request: a chain of more is a mistake of the service. */
export const HAPPENINGS_MAX = 10_000
/** The last ones of such a chain that its error names. */
const SHOWN = 5

/** What `due` or `onDue` did wrong. */
export class DueProblem extends Error {}

/** The first thing that is due in a state, null for none; states never change. */
const firsts = new WeakMap<JsonState, Due | null>()

/**
 * Makes everything happen that is due up to an instant, in order.
 *
 * @param since virtual ms of the last time: what is due before it happens then
 * @param now virtual ms
 * @throws DueProblem for a chain without an end; whatever `due` and `onDue` throw
 */
export function passTime(
  service: Timed,
  state: JsonState,
  { since, now }: { readonly since: number; readonly now: number },
): JsonState {
  const { onDue } = service
  const happened: Due[] = []
  if (onDue === undefined) return state
  let present = state
  let time = since
  for (
    let first = firstDue(service, present);
    first !== null && first.at <= now;
    first = firstDue(service, present)
  ) {
    time = Math.max(time, first.at)
    happened.push({ name: first.name, at: time })
    if (happened.length > HAPPENINGS_MAX) throw endless(happened)
    const moment = { name: first.name, now: time }
    const { state: after, result } = withDraft(present, (draft) => onDue({ ...moment, state: draft }))
    if (typeof result === 'object' && result !== null)
      throw new DueProblem('onDue returns nothing: it is synchronous, and `send` is reserved')
    if (after === present)
      throw new DueProblem(`onDue changed nothing for ${first.name}, so it stays due at ${first.at}`)
    present = after
  }
  return present
}

function endless(happened: readonly Due[]): DueProblem {
  const last = happened.slice(-SHOWN).map(({ name, at }) => `${name} at ${at}`)
  return new DueProblem(`more than ${HAPPENINGS_MAX} things became due at once; the last: ${last.join(', ')}`)
}

/** The first thing that is due in a state: the earliest, and of several the one that `due` lists first. */
export function firstDue(service: Timed, state: JsonState): Due | null {
  const known = firsts.get(state)
  if (known !== undefined) return known
  let first: Due | null = null
  for (const item of allDue(service, state)) if (first === null || item.at < first.at) first = item
  firsts.set(state, first)
  return first
}

/** Everything that is due in a state, in the order of `due`. @throws DueProblem */
export function allDue(service: Timed, state: JsonState): readonly Due[] {
  const listed = service.due?.(state) ?? []
  for (const item of listed) {
    if (typeof item?.name !== 'string' || !Number.isFinite(item.at))
      throw new DueProblem(`due lists { name, at } with at in virtual ms; found ${JSON.stringify(item)}`)
  }
  return listed
}
