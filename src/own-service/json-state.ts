import { Immer } from 'immer'

/** The state of a service of one's own: JSON data, deeply frozen; its objects have no prototype. */
export type JsonState = object

/** A value that is not JSON. The message names its place in the state. */
export class NotJson extends Error {}

/** Levels that data may nest: less than an export may. */
const DEPTH_MAX = 250

/** How many levels every object has that a state is made of: it was copied and frozen, and is not again. */
const levels = new WeakMap<object, number>()

// The walk below freezes new data while it checks it.
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
  const results: R[] = []
  const after = immer.produce(state, (draft) => {
    results.push(change(draft))
  })
  return { state: jsonState(after), result: results[0] as R }
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
  const known = levels.get(data)
  if (above.includes(data)) throw new NotJson(`${path} contains itself`)
  if (above.length + (known ?? 1) > DEPTH_MAX)
    throw new NotJson(`${path} is nested more than ${DEPTH_MAX} levels deep`)
  if (known !== undefined) return data
  const copy = Array.isArray(data)
    ? Array.from(data, (item, index) => frozen(item, `${path}[${index}]`, [...above, data]))
    : frozenMembers(data, path, [...above, data])
  let below = 0
  for (const member of Object.values(copy)) below = Math.max(below, levels.get(member) ?? 0)
  levels.set(copy, below + 1)
  return Object.freeze(copy) as T
}

function frozenMembers(data: object, path: string, above: readonly object[]): object {
  const prototype = Object.getPrototypeOf(data)
  // The prototype of plain objects has none itself, in whatever realm they were made.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw new NotJson(`${path} is a ${nameOf(data)}, which is not JSON`)
  const copy = Object.create(null)
  for (const [name, member] of Object.entries(data))
    copy[name] = isFlat(member) ? member : frozen(member, `${path}${stepOf(name)}`, above)
  return copy
}

/** Checks for what needs neither a copy nor a path: most members of a large state. */
const isFlat = (value: unknown): boolean =>
  typeof value === 'string' || (Number.isSafeInteger(value) && value !== 0)

const stepOf = (name: string): string =>
  /^[a-z_]\w*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`

/** The name of an object's class: "Date". */
const nameOf = ({ constructor: made }: object): string =>
  typeof made === 'function' ? made.name : 'value with a prototype'

function scalar<T>(value: T, path: string): T {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // JSON has no -0: an export would lose it.
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? (0 as T) : value
  const found = typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`
  throw new NotJson(`${path} is ${found}, which is not JSON`)
}
