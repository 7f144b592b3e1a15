import * as v from 'valibot'
import { TTL_MIN_S } from '../../contract/values.js'
import type { KeyedResources } from '../../domain/parts.js'
import { jsonOf, timeOf } from '../../seed/expand/block.js'
import { exportInstant, exportValue, literally } from '../../seed/export-value.js'
import { recordKind } from '../../seed/kind.js'
import { entryFields, lifetime, ONE_VALUE, oneValue, ttlMessage } from '../../seed/schema/entry.js'
import { alsoJsonSchema, count, integerSaying, list, mapping } from '../../seed/schema/fields.js'
import { resourceFields } from '../../seed/schema/resource.js'
import { usage } from '../../seed/schema/usage.js'
import { KV } from './contents.js'
import { creationOf, expiryOf, type KvEntry, type KvFields, Offset } from './entry.js'
import type { Namespace } from './namespace.js'

/** An entry. If it only has a TTL, it expires that long after it was created. */
export const kvEntry = recordKind(
  ({ key, moment }) =>
    v.pipe(
      mapping('an entry', {
        ...entryFields(key),
        ttlSeconds: v.exactOptional(
          v.pipe(
            integerSaying(ttlMessage, 0),
            v.description(
              `The number of seconds it lives, at least ${TTL_MIN_S}. If expiresAt is given too, any number is allowed.`,
            ),
          ),
        ),
        createdAt: v.exactOptional(
          v.pipe(moment, v.description('When it was first put. Defaults to the origin.')),
        ),
        expiresAt: v.exactOptional(
          v.pipe(
            moment,
            v.description(
              "When it expires: an instant, or an offset such as +30s. If in the past, it has expired but isn't removed yet.",
            ),
          ),
        ),
      }),
      oneValue(),
      lifetime(),
      alsoJsonSchema({
        oneOf: ONE_VALUE,
        anyOf: [{ required: ['ttlSeconds'] }, { required: ['expiresAt'] }],
      }),
    ),
  {
    make(source, anchor): KvFields {
      const { key, ttlSeconds } = source
      const created = timeOf(source.createdAt, anchor)
      const expires =
        source.expiresAt === undefined
          ? { ...created, ms: created.ms + (ttlSeconds ?? 0) * 1000 }
          : timeOf(source.expiresAt, anchor)
      const offsets = (created.isOffset ? Offset.createdAt : 0) | (expires.isOffset ? Offset.expiresAt : 0)
      return { key, text: jsonOf(source), ttlSeconds, createdAt: created.ms, expiresAt: expires.ms, offsets }
    },
    identity: ({ key }) => key,
    add(entries, state, { of }) {
      const namespace = state.of(KV).namespace(of)
      for (const entry of entries) namespace?.put(entry)
    },
    operations: 'kv',
    path: (of, key) => ['namespaces', of, 'entries', key],
    held({ state, clock }, of, key) {
      const entry = state.of(KV).namespaces.get(of)?.entries.get(key)
      return entry === undefined || expiryOf(entry, state.origin) <= clock.now ? undefined : entry
    },
    expiry: (entry: KvEntry, origin) => expiryOf(entry, origin),
    value: (entry: KvEntry, origin: number) => ({
      key: entry.key,
      ...exportValue(entry.text),
      ...(entry.ttlSeconds === undefined ? {} : { ttlSeconds: entry.ttlSeconds }),
      createdAt: exportInstant(creationOf(entry, origin)),
      expiresAt: exportInstant(expiryOf(entry, origin)),
      ...literally(entry.key, entry.text),
    }),
  },
)

export const limits = mapping(
  'limits',
  {
    reads: v.exactOptional(count),
    writes: v.exactOptional(count),
    lists: v.exactOptional(count),
    storageBytes: v.exactOptional(count),
  },
  'name each limit, such as { reads: 1000, writes: 100 }',
)

const { keys, ...named } = resourceFields('ns_', 'a namespace')

export const namespaces: KeyedResources<KvEntry, Namespace> & { readonly entries: typeof kvEntry } = {
  name: 'namespaces',
  entries: kvEntry,
  resources: (state) => state.of(KV).resources,
}

export const namespace = mapping('a namespace', {
  ...named,
  limits: v.exactOptional(
    v.pipe(
      limits,
      v.description("Limits per month and for storage. They default to the profile's, and 0 allows nothing."),
    ),
  ),
  usage: v.exactOptional(
    v.pipe(
      usage,
      v.description('Counters for the current month, or by month, e.g. "2025-12": { reads: 7 }.'),
    ),
  ),
  keys,
  entries: v.exactOptional(v.pipe(list(kvEntry.schema, 'entries'), v.description('Its entries.'))),
})
