import { ownCopy } from '../../core/json/json-text.js'
import { ObjectReader } from '../../core/json/object-reader.js'
import { RawJson } from '../../core/json/raw-json.js'
import { inOne } from '../../core/text/text-parts.js'
import { utf8Parts } from '../../core/text/utf8-parts.js'
import type { BodyBytes, DataRequest } from '../message.js'
import { route } from '../route.js'
import { READ_MEMBERS, type ReadMembers } from './members.js'

/** A longer body, in bytes, is read in slices, ahead of its operation. */
export const READ_AT_ONCE_MAX = 64 * 1024
/** Of a long body what its operation needs; or why that cannot be had. */
export type BodyAhead = 'no UTF-8' | 'no JSON' | 'no object' | MembersAhead

export interface MembersAhead {
  /** The names of members that are read, and the first of all others, in the order of `Object.keys`. */
  readonly names: readonly string[]
  /** JSON without white space. */
  readonly texts: ReadonlyMap<string, string>
  /** Members that are read as data; a long list or mapping, which none may be, is RawJson. */
  readonly members: Readonly<Record<string, unknown>>
}

/**
 * Reads the body of a request ahead of its operation, which happens at one moment: what it needs of a long body is at hand
 * then. Nothing is decided here.
 *
 * @returns undefined where there is no need
 */
export function bodySteps({
  method,
  target,
  body,
  bodyIsTooLarge,
}: Pick<DataRequest, 'method' | 'target' | 'body' | 'bodyIsTooLarge'>): BodyAhead | undefined {
  if (body.length <= READ_AT_ONCE_MAX || bodyIsTooLarge) return undefined
  const [path = ''] = target.split('?', 1)
  const { operation } = route(method, path)
  const asked = operation && READ_MEMBERS[operation.id]
  return asked && readBody(body, asked)
}

function readBody(body: BodyBytes, { texts, data }: ReadMembers): BodyAhead {
  const reader = new ObjectReader([...new Set([...texts, ...data])])
  for (const part of utf8Parts(body)) {
    if (part === undefined) return 'no UTF-8'
    reader.take(part)
  }
  const found = reader.end()
  if (typeof found === 'string') return found
  const read = {
    names: found.names,
    texts: new Map<string, string>(),
    members: {} as Record<string, unknown>,
  }
  for (const [name, pieces] of found.pieces) {
    if (texts.includes(name)) read.texts.set(name, joined(pieces))
    if (data.includes(name)) read.members[name] = dataOf(pieces)
  }
  return read
}

/** The text as a whole, in memory of its own. */
function joined(pieces: readonly string[]): string {
  const text = inOne(pieces)
  return pieces.length > 1 ? text : ownCopy(text)
}

function dataOf(pieces: readonly string[]): unknown {
  const [first = '', ...others] = pieces
  if (others.length === 0) return JSON.parse(first)
  if (first.startsWith('"')) return stringOf(pieces)
  const text = joined(pieces)
  return /^[[{]/.test(first) ? new RawJson(text) : Number(text)
}

/** @param pieces of a string literal, none of which ends within an escape */
function stringOf(pieces: readonly string[]): string {
  const parts: string[] = []
  for (const [index, piece] of pieces.entries()) {
    const before = index === 0 ? '' : '"'
    const behind = index === pieces.length - 1 ? '' : '"'
    parts.push(JSON.parse(before + piece + behind))
  }
  return joined(parts)
}
