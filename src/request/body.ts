import { isUtf8 } from 'node:buffer'
import type { Operation } from '../contract/operations.js'
import { memberTexts } from '../core/json/json-text.js'
import { joinedHeader } from '../core/raw-headers.js'
import { Refusal } from '../core/refusal.js'
import { lengthProblem } from '../domain/bounds.js'
import { strangeCharacter } from '../domain/profile/key-characters.js'
import type { BodyBytes } from '../domain/requests/request.js'
import { BODY_BYTES_MAX } from '../web/body.js'
import type { OperationCall } from './call.js'

export interface ObjectBody {
  readonly text: string
  readonly members: Readonly<Record<string, unknown>>
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * @throws Refusal too_large, media_type_unsupported, body_malformed (not UTF-8 or JSON), body_invalid (not an object)
 */
export function readObject(call: OperationCall): ObjectBody {
  const text = readText(call)
  const members = parse(text, call.operation)
  if (typeof members !== 'object' || members === null || Array.isArray(members))
    throw new Refusal('body_invalid', 'the body must be a JSON object')
  return { text, members: members as Record<string, unknown> }
}

/** @throws Refusal too_large, media_type_unsupported, body_malformed (not UTF-8) */
function readText(call: OperationCall): string {
  assertTaken(call)
  return decoded(call.request.body)
}

/** @throws Refusal too_large, media_type_unsupported */
function assertTaken({ request, gaps }: OperationCall): void {
  if (request.bodyIsTooLarge) {
    const bytesMax = gaps.decide('limits.bodyBytes') ?? BODY_BYTES_MAX
    throw new Refusal('too_large', `the body is longer than ${bytesMax} bytes (limits.bodyBytes)`)
  }
  const encoding = joinedHeader(request.rawHeaders, 'content-encoding')
  if (encoding !== undefined && !isNoCoding(encoding)) {
    const hint = 'send the body as plain JSON text, without Content-Encoding'
    throw new Refusal('media_type_unsupported', `the body has Content-Encoding: ${encoding}`, { hint })
  }
  const type = joinedHeader(request.rawHeaders, 'content-type') ?? ''
  if (type !== 'application/json' && !JSON_TYPE.test(type) && gaps.decide('http.contentType') === 'require') {
    throw new Refusal('media_type_unsupported', 'the body needs Content-Type: application/json')
  }
}

/** Returns true if a list names no encoding (RFC 9110 section 8.4). List elements may be empty (section 5.6.1). */
const isNoCoding = (list: string): boolean =>
  list.split(',').every((coding) => /^(?:identity)?$/i.test(coding.trim()))

function decoded(bytes: BodyBytes): string {
  if (!isUtf8(bytes)) throw new Refusal('body_malformed', 'the body is not valid UTF-8')
  return bytes.toString()
}

function parse(text: string, { body }: Operation): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const why = text === '' ? 'the body is empty' : `the body ${notJson(text)}`
    throw new Refusal('body_malformed', why, { hint: `send a JSON object such as ${body}` })
  }
}

const notJson = (text: string): string =>
  text.startsWith('\ufeff') ? 'begins with a byte order mark, which JSON does not have' : 'is not valid JSON'

/** Only looks at own members, so `__proto__` is safe. */
export function member(body: ObjectBody, name: string): unknown {
  return Object.hasOwn(body.members, name) ? body.members[name] : undefined
}

/** Takes the exact text of each named member, like `memberTexts`. */
export const textsOf = (body: ObjectBody, names: readonly string[]): readonly (string | undefined)[] =>
  memberTexts(body.text, names)

/**
 * @throws Refusal parameter_invalid if its percent-encoding is broken; key_refused if it's longer than
 * `limits.keyBytes` or than any key may be, or has characters that `limits.keyCharacters` doesn't allow
 */
export function readKey({ key, gaps }: OperationCall): string {
  if (key === undefined) throw new Refusal('parameter_invalid', "the key's percent-encoding is broken")
  const problem = lengthProblem(key)
  if (problem !== undefined) throw new Refusal('key_refused', problem)
  const keyBytes = gaps.decide('limits.keyBytes')
  if (keyBytes !== null && Buffer.byteLength(key) > keyBytes) {
    throw new Refusal('key_refused', `the key is longer than ${keyBytes} bytes (limits.keyBytes)`)
  }
  const keyCharacters = gaps.decide('limits.keyCharacters')
  const strange = keyCharacters === null ? undefined : strangeCharacter(key, keyCharacters)
  if (strange !== undefined) {
    const which = JSON.stringify(strange)
    throw new Refusal('key_refused', `the key has the character ${which} (limits.keyCharacters)`)
  }
  return key
}

/** @throws Refusal too_large if the value's text is longer than `limits.valueBytes` */
export function assertValueSize(text: string, { gaps }: OperationCall): void {
  const valueBytes = gaps.decide('limits.valueBytes')
  if (valueBytes !== null && Buffer.byteLength(text) > valueBytes) {
    throw new Refusal('too_large', `the value is longer than ${valueBytes} bytes (limits.valueBytes)`)
  }
}
