import { described, type JsonSchema, object, text, yes } from '../contract/json-schema.js'
import { KEY_LENGTH_MAX } from '../domain/bounds.js'
import { patternOf, strangeCharacter } from '../domain/profile/key-characters.js'
import type { Profile } from '../domain/profile/profile.js'
import type { PathParameter } from '../request/service.js'

export const jsonValue = described('Any JSON value.', {})

export const inPath = (
  name: string,
  description: string,
  schema: JsonSchema,
  example: unknown,
): PathParameter => ({ name, in: 'path', required: true, description, schema, example })

/** A key in a path. `keyBytes` also limits its characters, since each of them takes up at least a byte. */
export function keyIn({ keyBytes, keyCharacters }: Profile['limits'], example: string): PathParameter {
  const schema: JsonSchema = {
    type: 'string',
    minLength: 1,
    maxLength: Math.min(Math.max(keyBytes ?? KEY_LENGTH_MAX, 1), KEY_LENGTH_MAX),
    ...(keyCharacters === null ? {} : { pattern: patternOf(keyCharacters) }),
  }
  const bytes = keyBytes === null ? '' : ` It has up to ${keyBytes} bytes of UTF-8.`
  const isShort = keyBytes === null || Buffer.byteLength(example) <= keyBytes
  const fits = isShort && (keyCharacters === null || strangeCharacter(example, keyCharacters) === undefined)
  const [anyOther = 'a'] = keyCharacters ?? ''
  return inPath('key', `The key. Write a slash in it as %2F.${bytes}`, schema, fits ? example : anyOther)
}

export const putStatuses = ({ putStatus }: Profile['kv'] | Profile['config']): readonly number[] =>
  putStatus === '201 or 200' ? [201, 200] : [putStatus]

export function deletion({ deleteStatus, deleteBody }: Profile['kv'] | Profile['config'], key: string) {
  if (deleteStatus === 204) return { statuses: [204] }
  const answer =
    deleteBody === 'ok'
      ? { schema: object({ ok: yes }), example: { ok: true } }
      : { schema: object({ ok: yes, key: text }), example: { ok: true, key } }
  return { statuses: [deleteStatus], answer }
}
