import { isUtf8 } from 'node:buffer'
import type { OperationId } from '../contract/operations.js'
import { memberTexts, minify } from '../core/json/json-text.js'
import { withShortNames } from '../core/json/long-names.js'
import { Refusal } from '../core/refusal.js'
import { HASHED_LENGTH_MAX } from '../core/text/text-key.js'
import { lengthProblem } from '../domain/bounds.js'
import { strangeCharacter } from '../domain/profile/key-characters.js'
import { BODY_BYTES_MAX } from '../web/body.js'
import type { OperationCall } from './context.js'
import type { BodyBytes } from './message.js'
import type { MembersAhead } from './reading/ahead.js'

/** A body that was read as a JSON object in one go: its text, and what it parses to. */
interface WholeBody {
  readonly text: string
  readonly members: Readonly<Record<string, unknown>>
}

/** A body that was read as a JSON object. */
export type ObjectBody = WholeBody | MembersAhead

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * Reads the body as a JSON object.
 *
 * @throws Refusal as readText and parseObject do
 */
export function readObject(call: OperationCall): ObjectBody {
  const { bodyAhead, operation } = call
  if (bodyAhead === undefined) return parseObject(readText(call), call)
  assertTaken(call)
  if (bodyAhead === 'no UTF-8') throw notUtf8()
  if (bodyAhead === 'no JSON') throw notJson(operation.id)
  if (bodyAhead === 'no object') throw notObject()
  return bodyAhead
}

/**
 * Reads the body as text.
 *
 * @throws Refusal too_large, media_type_unsupported, body_malformed (no UTF-8)
 */
export function readText(call: OperationCall): string {
  assertTaken(call)
  return call.command.text ?? decoded(call.request.body)
}

/** @throws Refusal too_large, media_type_unsupported */
function assertTaken({ request, profile }: OperationCall): void {
  if (request.bodyIsTooLarge) {
    const bytesMax = profile.limits.bodyBytes ?? BODY_BYTES_MAX
    throw new Refusal('too_large', `the body is longer than ${bytesMax} bytes (limits.bodyBytes)`)
  }
  const encoding = request.header('content-encoding')
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    const hint = 'send the body as plain JSON text, without Content-Encoding'
    throw new Refusal('media_type_unsupported', `the body has Content-Encoding: ${encoding}`, { hint })
  }
  const type = request.header('content-type') ?? ''
  if (type !== 'application/json' && !JSON_TYPE.test(type) && profile.http.contentType === 'require') {
    throw new Refusal('media_type_unsupported', 'the body needs Content-Type: application/json')
  }
}

/**
 * Parses the text of a body as a JSON object.
 *
 * @throws Refusal body_malformed (no JSON), body_invalid (another shape)
 */
export function parseObject(text: string, { operation }: OperationCall): ObjectBody {
  const members = parse(text, operation.id)
  if (typeof members !== 'object' || members === null || Array.isArray(members)) {
    throw notObject()
  }
  return { text, members: members as Record<string, unknown> }
}

/** Bodies that are taken, for the hint. */
const EXAMPLES: Partial<Record<OperationId, string>> = {
  'kv.put': '{"value": 1, "ttlSeconds": 60}',
  'config.put': '{"value": 1}',
  'documents.create': '{"title": "a"}',
  'projects.create': '{"name": "a"}',
}

function decoded(bytes: BodyBytes): string {
  if (!isUtf8(bytes)) throw notUtf8()
  return bytes.toString()
}

function parse(text: string, operation: OperationId): unknown {
  try {
    // What the services read has a short name; what is stored is the text as it was sent.
    return JSON.parse(withShortNames(text, HASHED_LENGTH_MAX))
  } catch {
    throw notJson(operation, text === '')
  }
}

const notUtf8 = (): Refusal => new Refusal('body_malformed', 'the body is not valid UTF-8')

function notJson(operation: OperationId, isEmpty = false): Refusal {
  const why = isEmpty ? 'the body is empty' : 'the body is not valid JSON'
  return new Refusal('body_malformed', why, { hint: `send a JSON object such as ${EXAMPLES[operation]}` })
}

const notObject = (): Refusal => new Refusal('body_invalid', 'the body must be a JSON object')

/** The member as it was sent, if the object itself has it (a `__proto__` in the body gives it nothing). */
export function member(body: ObjectBody, name: string): unknown {
  return Object.hasOwn(body.members, name) ? body.members[name] : undefined
}

/** The names of its members, in the order of `Object.keys`: of those that are not read the first is enough. */
export const namesOf = (body: ObjectBody): readonly string[] =>
  'text' in body ? Object.keys(body.members) : body.names

/** The texts of some members, as `memberTexts` gives them. */
export const textsOf = (body: ObjectBody, names: readonly string[]): readonly (string | undefined)[] =>
  'text' in body ? memberTexts(body.text, names) : names.map((name) => body.texts.get(name))

/** Such a text without white space, in memory of its own. */
export const ownText = (body: ObjectBody, text: string): string => ('text' in body ? minify(text) : text)

/**
 * The key that the path names.
 *
 * @throws Refusal parameter_invalid where its percent-encoding is broken, key_refused beyond limits.keyBytes
 * or the length of all keys, and for characters other than limits.keyCharacters
 */
export function readKey({ key, profile }: OperationCall): string {
  if (key === undefined) throw new Refusal('parameter_invalid', "the key's percent-encoding is broken")
  const problem = lengthProblem(key)
  if (problem !== undefined) throw new Refusal('key_refused', problem)
  const { keyBytes, keyCharacters } = profile.limits
  if (keyBytes !== null && Buffer.byteLength(key) > keyBytes) {
    throw new Refusal('key_refused', `the key is longer than ${keyBytes} bytes (limits.keyBytes)`)
  }
  const strange = keyCharacters === null ? undefined : strangeCharacter(key, keyCharacters)
  if (strange !== undefined) {
    const which = JSON.stringify(strange)
    throw new Refusal('key_refused', `the key has the character ${which} (limits.keyCharacters)`)
  }
  return key
}

/** @throws Refusal too_large for a value whose text is longer than limits.valueBytes */
export function assertValueSize(text: string, { profile }: OperationCall): void {
  const { valueBytes } = profile.limits
  if (valueBytes !== null && Buffer.byteLength(text) > valueBytes) {
    throw new Refusal('too_large', `the value is longer than ${valueBytes} bytes (limits.valueBytes)`)
  }
}
