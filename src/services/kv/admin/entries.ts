import * as v from 'valibot'
import { literalField, seedBody } from '../../../admin/body.js'
import { entryCallsOf, jsonText, seedInstant } from '../../../admin/entry-calls.js'
import { byNumber } from '../../../admin/lists/orders.js'
import { anything, component, count, literal, text } from '../../../contract/answer-schema.js'
import { formatInstant } from '../../../core/instants.js'
import { Refusal } from '../../../core/refusal.js'
import type { World } from '../../../domain/world.js'
import { lifetime, oneValue } from '../../../seed/schema/entry.js'
import { choice, mapping, nonEmptyText } from '../../../seed/schema/fields.js'
import { moment } from '../../../seed/schema/times.js'
import { putUncounted, removeUncounted } from '../entries.js'
import { creationOf, expiryOf, type KvEntry } from '../entry.js'
import { kvEntry } from '../kinds.js'
import type { Namespace } from '../namespace.js'
import { findNamespace } from './namespaces.js'

const entryInfo = component('StoredEntry', () =>
  v.object({
    key: text,
    ttlSeconds: count,
    createdAt: seedInstant,
    expiresAt: seedInstant,
    state: v.picklist(['live', 'expired']),
    value: v.exactOptional(anything),
    json: v.exactOptional(jsonText),
    literal: v.exactOptional(literal),
  }),
)

/** An entry of a namespace, as in a seed. */
export interface EntryInfo extends v.InferOutput<typeof entryInfo> {}

const { value, json, ttlSeconds } = kvEntry.schema.entries

/** The body of PUT /namespaces/{id}/entries/{key}. */
const entryBody = v.pipe(
  mapping('an entry', {
    key: v.exactOptional(nonEmptyText),
    value,
    json,
    literal: literalField,
    ttlSeconds,
    createdAt: v.exactOptional(moment),
    expiresAt: v.exactOptional(moment),
    state: v.exactOptional(choice('live', 'expired')),
  }),
  oneValue(),
  lifetime(),
)

export const entryCalls = entryCallsOf<KvEntry, Namespace, v.InferOutput<typeof entryBody>, typeof entryInfo>(
  {
    base: '/namespaces/:id/entries',
    kind: kvEntry,
    tag: 'Namespaces',
    bodyHelp:
      '{"value": {"enabled": true}, "ttlSeconds": 3600}, or "json": "1.0" for the value, or "expiresAt"',
    body: seedBody(entryBody, { value: { enabled: true }, ttlSeconds: 3600 }),
    schema: entryInfo,
    example: {
      key: 'flag:checkout',
      value: { enabled: true },
      ttlSeconds: 3600,
      createdAt: '2026-01-31T23:00:00.000Z',
      expiresAt: '2026-02-01T00:00:00.000Z',
      state: 'live',
    },
    find: findNamespace,
    orders: (origin) => ({
      createdAt: byNumber((entry) => creationOf(entry, origin)),
      expiresAt: byNumber((entry) => expiryOf(entry, origin)),
    }),
    /** Durations count from now; a createdAt that is left out is now. */
    put({ state, ...body }, world, namespace) {
      const now = world.clock.now()
      const entry = kvEntry.make(body, now)
      assertState(state, stateOf(entry, world), now)
      return putUncounted(world, namespace, entry)
    },
    remove: removeUncounted,
    toJson(entry, world) {
      const { origin } = world.state
      const seeded = kvEntry.value(entry, origin)
      // In a seed ttlSeconds is optional next to expiresAt; an answer always has it.
      const between = Math.max(0, Math.round((expiryOf(entry, origin) - creationOf(entry, origin)) / 1000))
      return { ...seeded, ttlSeconds: seeded.ttlSeconds ?? between, state: stateOf(entry, world) }
    },
  },
)

/** `state` follows from expiresAt; a body that gives both must not contradict itself. */
function assertState(given: string | undefined, state: string, now: number): void {
  if (given === undefined || given === state) return
  const reason = `state: by its expiresAt the entry is ${state}, since the clock is at ${formatInstant(now)}`
  throw new Refusal('invalid_request', reason, {
    hint: `leave state out; ${given === 'expired' ? 'expiresAt: "-1s" makes an expired entry' : 'a later expiresAt makes a live entry'}`,
  })
}

function stateOf(entry: Pick<KvEntry, 'expiresAt' | 'offsets'>, { state, clock }: World): 'live' | 'expired' {
  return expiryOf(entry, state.origin) > clock.now() ? 'live' : 'expired'
}
