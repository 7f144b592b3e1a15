import { Immer } from 'immer'
import { pathText } from '../seed/text/problems.js'
import { ServiceMistake } from './mistake.js'

/** Deeply frozen JSON data whose objects have no prototype. */
export type JsonState = object

/** The message says where in the state the value is. */
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

/** Files that contain a state, such as exports, may be nested more deeply. */
const DEPTH_MAX = 250

/** The nesting depth of each object that has already been copied and frozen. */
const levels = new WeakMap<object, number>()

// Immer needn't freeze anything, because `frozen` does so while it checks new data.
const immer = new Immer({ autoFreeze: false })

/**
 * Applies changes to a draft of a state.
 *
 * @param change receives the draft, which is revoked afterwards; if it throws, the state stays the same
 * @returns the result of `change`, and the new state, which shares unchanged objects with the old one
 * @throws NotJson if `change` adds something that isn't JSON
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
 * @param read converts each string; by default, strings are kept
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
  // Holes in an array show up as undefined here, and are rejected.
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
  // `Object.prototype` has no prototype itself. Unlike an identity check, this works across realms.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw new NotJson(`is a ${nameOf(data)}, which is not JSON`)
}

/** For example "Date". */
const nameOf = ({ constructor: made }: object): string =>
  typeof made === 'function' ? made.name : 'value with a prototype'

function scalar(value: unknown, read: ReadText): unknown {
  if (typeof value === 'string') return read(value)
  if (value === null || typeof value === 'boolean') return value
  // JSON has no -0, so an export would lose it.
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value
  const found = typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`
  throw new NotJson(`is ${found}, which is not JSON`)
}
