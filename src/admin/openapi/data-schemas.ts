import type { Profile } from '../../domain/profile/profile.js'
import {
  count,
  dateTime,
  described,
  int64,
  type JsonSchema,
  list,
  milliseconds,
  monthKey,
  namespaceId,
  no,
  object,
  ref,
  text,
  yes,
} from '../schema.js'

const value = described('Any JSON value.', {})
const configValue = described('Any JSON value but null.', {
  type: ['object', 'array', 'string', 'number', 'boolean'],
  items: {},
})
const ttlSeconds = described('Seconds to live.', int64)
const limits = { reads: count, writes: count, lists: count, storageBytes: count }

/** The bodies of A, B and C (docs/CONTRACT.md sections A, B and C), with the gaps as the profile fills them. */
export function dataSchemas(profile: Profile): Readonly<Record<string, JsonSchema>> {
  const { kv, database } = profile
  return {
    KvWrite: kvWrite(kv),
    KvWritten: object({ ok: yes, key: text, ttlSeconds, expiresAt: milliseconds }),
    KvValue: object({ ok: yes, key: text, value, ttlSeconds, expiresAt: milliseconds }),
    KvKeys: object({ ok: yes, keys: list(ref('KvKey')) }),
    KvKey: object({
      key: text,
      ttlSeconds,
      expiresAt: milliseconds,
      expiresAtIso: dateTime,
      createdAt: dateTime,
    }),
    UsageRecord: object({
      ok: yes,
      namespaceId,
      monthKey: described('The UTC month in force.', monthKey),
      limits: object(limits),
      usage: object({ ...limits, deletes: count }),
    }),
    ConfigWrite: object({ value: configValue }),
    ConfigWritten: object({ ok: yes, key: text, updatedAt: dateTime }),
    ConfigValue: object({ ok: yes, key: text, value: configValue, updatedAt: dateTime }),
    ConfigValues: object({
      ok: yes,
      configs: list(object({ key: text, value: configValue, updatedAt: dateTime })),
    }),
    Document: record(database, { id: int64, title: text }, 'content'),
    NewDocument: newRecord(
      database,
      object({ title: text }, { content: nullable(database.contentNull === 'accept') }),
    ),
    Project: record(database, { id: int64, name: text }, 'description'),
    NewProject: newRecord(
      database,
      object({ name: text }, { description: nullable(database.descriptionNull === 'accept') }),
    ),
    Error: errorSchema(profile),
    DatabaseError: object({ error: text, message: text }),
  }
}

function kvWrite({ valueMissing, ttlMissing, ttlInvalid }: Profile['kv']): JsonSchema {
  const ttl: JsonSchema = {
    type: ttlInvalid === 'truncate' ? 'number' : 'integer',
    description: 'Seconds to live; fewer than 60 become 60.',
    ...(ttlMissing === 'reject' ? {} : { default: ttlMissing }),
  }
  const members = Object.entries({ value, ttlSeconds: ttl })
  const isOptional = (name: string) => (name === 'value' ? valueMissing === 'null' : ttlMissing !== 'reject')
  return object(
    Object.fromEntries(members.filter(([name]) => !isOptional(name))),
    Object.fromEntries(members.filter(([name]) => isOptional(name))),
  )
}

const nullable = (mayBeNull: boolean): JsonSchema => (mayBeNull ? { type: ['string', 'null'] } : text)

/** A record as answers have it: the text that not every record has is there, null or not, by the profile. */
function record(
  { absentMembers }: Profile['database'],
  members: Readonly<Record<string, JsonSchema>>,
  optional: string,
): JsonSchema {
  return absentMembers === 'null'
    ? object({ ...members, [optional]: nullable(true) })
    : object(members, { [optional]: text })
}

/** The body of a create, with the members that it may not have. */
function newRecord({ unknownMembers, sentId }: Profile['database'], schema: JsonSchema): JsonSchema {
  if (unknownMembers === 'reject') {
    const id = sentId === 'reject' ? {} : { id: described('Ignored.', {}) }
    return { ...schema, properties: { ...Object(schema.properties), ...id }, additionalProperties: false }
  }
  return sentId === 'reject' ? { ...schema, not: { required: ['id'] } } : schema
}

/** The member with the code is there if the interface has one for the error. */
function errorSchema({ errors }: Profile): JsonSchema {
  switch (errors.shape) {
    case 'flat':
      return object({ ok: no, message: text }, { error: text })
    case 'nested':
      return object({ ok: no, error: object({ message: text }, { code: text }) })
    case 'code':
      return object({ ok: no, message: text }, { code: text })
  }
}
