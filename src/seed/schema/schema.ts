import * as v from 'valibot'
import { isRecord } from '../../core/objects.js'
import type { SourceDocument } from '../text/places.js'
import { blockFields, configEntry, kvEntry } from './entry.js'
import { faults } from './fault.js'
import {
  alsoJsonSchema,
  apiKey,
  asJsonSchema,
  choice,
  count,
  expected,
  flag,
  instant,
  int64,
  integer,
  list,
  mapping,
  nonEmptyText,
  period,
  recordId,
  shortText,
  text,
} from './fields.js'

/** The seed format, version 1 (docs/DESIGN.md section 4): one place for validation, types and the JSON Schema. */

const clock = mapping('the clock', {
  now: v.exactOptional(
    v.pipe(instant, v.description('Where the virtual clock starts, and the origin of relative times.')),
  ),
  freeze: v.exactOptional(v.pipe(flag, v.description('true: the clock stands still until it is moved.'))),
  rate: v.exactOptional(
    v.pipe(
      v.number(expected('a number above 0')),
      v.gtValue(0, expected('a number above 0', 'freeze: true stops the clock')),
      v.finite(expected('a number above 0')),
      v.description('Virtual seconds a real second.'),
    ),
  ),
})

/** Options are checked by the domain, which knows them; the seed only knows that they come in sections. */
const profile = v.record(
  v.string(),
  v.record(
    v.string(),
    v.unknown(),
    expected('the options of one section (a mapping)', 'write { kv: { putStatus: 201 } }'),
  ),
  expected('the profile by section (a mapping)', 'write { kv: { putStatus: 201 } }'),
)

export const limits = mapping('limits', {
  reads: v.exactOptional(count),
  writes: v.exactOptional(count),
  lists: v.exactOptional(count),
  storageBytes: v.exactOptional(count),
})

const counters = {
  reads: v.exactOptional(count),
  writes: v.exactOptional(count),
  deletes: v.exactOptional(count),
  lists: v.exactOptional(count),
  storageBytes: v.exactOptional(
    v.never(
      'storageBytes is not a counter: it follows from the entries\nleave it out; limits.storageBytes sets the limit',
    ),
  ),
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** `usage` holds this month's counters, counters by month, or both. */
export interface Usage {
  readonly reads?: number
  readonly writes?: number
  readonly deletes?: number
  readonly lists?: number
  readonly [month: string]: number | Usage | undefined
}

function usageOf(input: unknown): v.GenericSchema<unknown> {
  const names = typeof input === 'object' && input !== null ? Object.keys(input) : []
  const months = names.filter((name) => MONTH.test(name))
  const byMonth = months.map((month) => [
    month,
    v.exactOptional(mapping('the counters of a month', counters)),
  ])
  return mapping('usage', { ...counters, ...Object.fromEntries(byMonth) })
}

const countersShown = {
  type: 'object',
  properties: Object.fromEntries(
    ['reads', 'writes', 'deletes', 'lists'].map((name) => [name, { type: 'integer', minimum: 0 }]),
  ),
}

export const usage = v.pipe(
  v.lazy(usageOf),
  v.transform((value) => value as Usage),
  asJsonSchema({
    ...countersShown,
    patternProperties: { [MONTH.source]: { ...countersShown, additionalProperties: false } },
    additionalProperties: false,
  }),
)

export const scopedKey = mapping('a key', {
  key: v.pipe(apiKey, v.description('The raw key, as sent in X-KV-Key.')),
  scope: v.pipe(choice('read', 'write', 'admin'), v.description('What it may do.')),
})

const prefixed = (prefix: string, noun: string) =>
  v.pipe(
    shortText,
    v.check(
      (id) => id.startsWith(prefix) && id.length > prefix.length,
      expected(
        `${noun} id, which begins with ${prefix}`,
        (id) => `did you mean ${prefix}${String(id).replace(/^(?:ns|ec)_/, '') || 'demo_1'}?`,
      ),
    ),
    alsoJsonSchema({ pattern: `^${prefix}.` }),
  )

export const owner = v.pipe(
  nonEmptyText,
  v.description('The sub of the tokens that may list it; user_local when left out.'),
)

const namespace = mapping('a namespace', {
  id: v.pipe(prefixed('ns_', 'a namespace'), v.description('ns_<name>_<suffix>')),
  owner: v.exactOptional(owner),
  limits: v.exactOptional(
    v.pipe(limits, v.description("Monthly limits and storage; missing ones take the profile's.")),
  ),
  usage: v.exactOptional(
    v.pipe(usage, v.description('Counters of this month, or by month: "2025-12": { reads: 7 }.')),
  ),
  keys: v.exactOptional(list(scopedKey, 'keys')),
  entries: v.exactOptional(list(kvEntry, 'entries')),
})

const store = mapping('a store', {
  id: v.pipe(prefixed('ec_', 'a store'), v.description('ec_<name>_<suffix>')),
  owner: v.exactOptional(owner),
  keys: v.exactOptional(list(scopedKey, 'keys')),
  entries: v.exactOptional(list(configEntry, 'entries')),
})

export const databaseKey = mapping('a database key', {
  key: v.pipe(apiKey, v.description('The raw key, as sent in X-API-Key.')),
  projects: v.exactOptional(v.pipe(list(int64, 'project ids'), v.description('The projects that it sees.'))),
  documents: v.exactOptional(
    v.pipe(list(int64, 'document ids'), v.description('The documents that it sees.')),
  ),
  outOfScope: v.exactOptional(
    v.pipe(
      choice('empty', 'forbidden'),
      v.description('What a list answers when nothing at all is visible.'),
    ),
  ),
})

export const project = mapping('a project', {
  id: v.exactOptional(v.pipe(recordId, v.description('Generated when left out.'))),
  name: text,
  description: v.exactOptional(text),
  ...blockFields,
})

export const document = mapping('a document', {
  id: v.exactOptional(v.pipe(recordId, v.description('Generated when left out.'))),
  title: text,
  content: v.exactOptional(text),
  project: v.exactOptional(
    v.pipe(recordId, v.description('Its project, for the scopes of keys; never sent.')),
  ),
  ...blockFields,
})

export const rateLimit = mapping('a rate limit', { requests: count, per: period })

const database = mapping('the database', {
  rateLimit: v.exactOptional(
    v.pipe(rateLimit, v.description('Requests a key may make in each window; none when left out.')),
  ),
  keys: v.exactOptional(list(databaseKey, 'keys')),
  projects: v.exactOptional(list(project, 'projects')),
  documents: v.exactOptional(list(document, 'documents')),
})

/** A mapping whose fields are checked elsewhere. No valibot record, which takes every field, however many, in one go. */
const anyFields = v.pipe(
  v.custom<Record<string, unknown>>(isRecord, expected('a mapping')),
  asJsonSchema({ type: 'object', additionalProperties: {} }),
)

export const seed = v.pipe(
  mapping('a seed', {
    version: v.exactOptional(v.literal(1, expected('version 1, the only one there is'))),
    clock: v.exactOptional(clock),
    random: v.exactOptional(v.pipe(integer(0), v.description('Decides ids, templates and chances.'))),
    profile: v.exactOptional(
      v.pipe(profile, v.description('How the gaps of the contract behave, by section.')),
    ),
    namespaces: v.exactOptional(list(namespace, 'namespaces')),
    stores: v.exactOptional(list(store, 'stores')),
    database: v.exactOptional(database),
    faults: v.exactOptional(faults),
    resume: v.exactOptional(
      v.pipe(
        mapping('resume', {
          ids: v.exactOptional(anyFields),
          random: v.exactOptional(anyFields),
          rateWindows: v.exactOptional(anyFields),
          gone: v.exactOptional(anyFields),
          cursors: v.exactOptional(anyFields),
          places: v.exactOptional(anyFields),
        }),
        v.description('Where an exported state goes on from; written by exports.'),
      ),
    ),
    $schema: v.exactOptional(
      v.pipe(
        text,
        v.description('The JSON Schema that editors hold this file to; the emulator takes no notice of it.'),
      ),
    ),
  }),
  v.description('A seed of the tristore emulator.'),
)

/** A seed as it is written: plain data, in which ids are text. */
export type Seed = v.InferOutput<typeof seed>

/** A checked seed. */
export interface SeedDocument extends SourceDocument {
  readonly data: Seed
}

export type NamespaceSeed = v.InferOutput<typeof namespace>
export type StoreSeed = v.InferOutput<typeof store>
export type DatabaseSeed = v.InferOutput<typeof database>
export type DatabaseKeySeed = v.InferOutput<typeof databaseKey>
export type ProjectSeed = v.InferOutput<typeof project>
export type DocumentSeed = v.InferOutput<typeof document>
export type KvEntrySeed = v.InferOutput<typeof kvEntry>
export type ConfigEntrySeed = v.InferOutput<typeof configEntry>
