import { Immer } from 'immer'
import { pathText } from '../seed/text/problems.js'
import { ServiceMistake } from './mistake.js'

/** The state of your own service: JSON data, deeply frozen. Its objects have no prototype. */
export type JsonState = object

/** A value that a state can't hold. The message names its place. */
export class NotJson extends ServiceMistake {
  /** Relative to the state. */
  readonly path: (string | number)[] = []

  constructor(readonly problem: string) {
    super()
  }

  override get message(): string {
    return `${pathText(['state', ...this.path])} ${this.problem}`
  }
}

/** Maximum nesting of a state; an export may nest deeper. */
const DEPTH_MAX = 250

/** Nesting depth of each object that was already copied and frozen. */
const levels = new WeakMap<object, number>()

// The walk below freezes new data while it checks it.
const immer = new Immer({ autoFreeze: false })

/**
 * Lets code change a draft of a state.
 *
 * @param change gets the draft, which is revoked afterwards; if it throws, nothing has changed
 * @returns its result and the new state, which shares whatever didn't change
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
 * @param read gives the value for a text; by default the text itself
 * @throws NotJson
 */
export function jsonState(data: unknown, read: ReadText = (text) => text): JsonState {
  if (typeof data !== 'object' || data === null)
    throw new NotJson(`is ${String(data)}, not an object or a list`)
  return frozen(data, read, [])
}

type ReadText = (text: string) => unknown

function frozen<T extends object>(data: T, read: ReadText, above: readonly object[]): T {
  if (above.includes(data)) throw new NotJson('contains itself')
  const known = levels.get(data)
  if (above.length + (known ?? 1) > DEPTH_MAX)
    throw new NotJson(`is nested more than ${DEPTH_MAX} levels deep`)
  if (known !== undefined) return data
  assertPlain(data)
  const around = [...above, data]
  const copy = Array.isArray(data) ? [] : Object.create(null)
  let below = 0
  // Holes of a list are undefined here, and refused.
  for (const step of Array.isArray(data) ? data.keys() : Object.keys(data)) {
    const member = memberOf(data, step, read, around)
    copy[step] = member
    if (typeof member === 'object' && member !== null) below = Math.max(below, levels.get(member) ?? 0)
  }
  levels.set(copy, below + 1)
  return Object.freeze(copy)
}

function memberOf(data: object, step: string | number, read: ReadText, above: readonly object[]): unknown {
  try {
    const member: unknown = Reflect.get(data, step)
    return typeof member === 'object' && member !== null ? frozen(member, read, above) : scalar(member, read)
  } catch (error) {
    if (error instanceof NotJson) error.path.unshift(step)
    throw error
  }
}

function assertPlain(data: object): void {
  if (Array.isArray(data)) return
  const prototype = Object.getPrototypeOf(data)
  // The prototype of plain objects has none itself, in whatever realm they were made.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw new NotJson(`is a ${nameOf(data)}, which is not JSON`)
}

/** The name of an object's class: "Date". */
const nameOf = ({ constructor: made }: object): string =>
  typeof made === 'function' ? made.name : 'value with a prototype'

function scalar(value: unknown, read: ReadText): unknown {
  if (typeof value === 'string') return read(value)
  if (value === null || typeof value === 'boolean') return value
  // JSON has no -0: an export would lose it.
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value
  const found = typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`
  throw new NotJson(`is ${found}, which is not JSON`)
}
