import { Immer } from 'immer'

/** The state of a service of one's own: JSON data, deeply frozen; its objects have no prototype. */
export type JsonState = object

/** A value that is not JSON. The message names its place in the state. */
export class NotJson extends Error {}

/** Levels that data may nest: less than an export may. */
const DEPTH_MAX = 250

/** Every object that a state is made of, so that it is copied and frozen only once. */
const kept = new WeakSet<object>()

// What is new is frozen below, in the walk that checks it.
const immer = new Immer({ autoFreeze: false })

/**
 * Lets somebody change a draft of a state.
 *
 * @param change is given the draft, which is of no use afterwards; if it throws, nothing was changed
 * @returns its result, and the state after it, which shares all that did not change
 * @throws NotJson if it puts in what is not JSON
 */
export function withDraft<R>(
  state: JsonState,
  change: (draft: JsonState) => R,
): { readonly state: JsonState; readonly result: R } {
  const draft = immer.createDraft(state)
  const result = change(draft)
  return { state: jsonState(immer.finishDraft(draft)), result }
}

/**
 * Copies data as a state keeps it.
 *
 * @throws NotJson
 */
export function jsonState(data: unknown): JsonState {
  if (typeof data !== 'object' || data === null)
    throw new NotJson(`state is ${String(data)}, not an object or a list`)
  return frozen(data, 'state', [])
}

function frozen<T>(data: T, path: string, above: readonly object[]): T {
  if (typeof data !== 'object' || data === null) return scalar(data, path)
  if (kept.has(data)) return data
  if (above.includes(data)) throw new NotJson(`${path} contains itself`)
  if (above.length === DEPTH_MAX) throw new NotJson(`${path} is nested more than ${DEPTH_MAX} levels deep`)
  const copy = Array.isArray(data)
    ? Array.from(data, (item, index) => frozen(item, `${path}[${index}]`, [...above, data]))
    : frozenMembers(data, path, [...above, data])
  kept.add(copy)
  return Object.freeze(copy) as T
}

function frozenMembers(data: object, path: string, above: readonly object[]): object {
  const prototype = Object.getPrototypeOf(data)
  // The prototype of plain objects has none itself, in whatever realm they were made.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw new NotJson(`${path} is a ${data.constructor.name}, which is not JSON`)
  const copy = Object.create(null)
  for (const [name, member] of Object.entries(data))
    copy[name] = frozen(
      member,
      /^[a-z_]\w*$/i.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`,
      above,
    )
  return copy
}

function scalar<T>(value: T, path: string): T {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const found = typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`
  throw new NotJson(`${path} is ${found}, which is not JSON`)
}
