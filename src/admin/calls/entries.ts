import * as v from 'valibot'
import { formatInstant } from '../../core/instants.js'
import { Refusal } from '../../core/refusal.js'
import { type AdminKvContext, putUncounted, removeUncounted } from '../../domain/kv.js'
import { creationOf, expiryOf, type KvEntry, type Namespace } from '../../domain/namespace.js'
import type { World } from '../../domain/world.js'
import { expandRecord, kvEntryKind } from '../../seed/expand/records.js'
import { exportEntry } from '../../seed/export.js'
import { loadEntry } from '../../seed/load.js'
import { kvEntry, lifetime, oneValue } from '../../seed/schema/entry.js'
import { choice, mapping, moment, nonEmptyText } from '../../seed/schema/fields.js'
import { literalField, readPart } from '../body.js'
import type { AdminCall, AdminRoute } from '../call.js'
import { entriesOf, holdToPath } from '../entry-routes.js'
import { findNamespace } from './namespaces.js'

const { value, json, ttlSeconds } = kvEntry.entries

/** The body of PUT /namespaces/{id}/entries/{key}. */
export const entryBody = v.pipe(
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

/** The entries of namespaces. */
export const entryRoutes: readonly AdminRoute[] = entriesOf<KvEntry, Namespace>({
  base: '/namespaces',
  example: '{"value": {"enabled": true}, "ttlSeconds": 3600}, or "json": "1.0" for the value, or "expiresAt"',
  find: findNamespace,
  put,
  remove(call, namespace, entry) {
    removeUncounted(contextOf(call, namespace), entry)
  },
  show,
})

/** Durations count from now; a createdAt that is left out is now. */
function put(call: AdminCall, namespace: Namespace, key: string): KvEntry {
  const context = contextOf(call, namespace)
  const { state, ...body } = readPart(call, entryBody)
  holdToPath('key', body.key, key)
  const entry = loadEntry(expandRecord(kvEntryKind, { ...body, key }), context.now)
  holdState(state, stateOf(entry, call.context.world), context.now)
  return putUncounted(context, entry)
}

function contextOf({ context: { world } }: AdminCall, namespace: Namespace): AdminKvContext {
  const { clock, state, tombstones } = world
  return { namespace, now: clock.now(), origin: state.origin, tombstones }
}

/** `state` follows from expiresAt: given along, it must not contradict. */
function holdState(given: string | undefined, state: string, now: number): void {
  if (given === undefined || given === state) return
  const reason = `state: by its expiresAt the entry is ${state}, since the clock is at ${formatInstant(now)}`
  throw new Refusal('invalid_request', reason, {
    hint: `leave state out; ${given === 'expired' ? 'expiresAt: "-1s" makes an expired entry' : 'a later expiresAt makes a live entry'}`,
  })
}

function stateOf(entry: Pick<KvEntry, 'expiresAt' | 'offsets'>, { state, clock }: World): 'live' | 'expired' {
  return expiryOf(entry, state.origin) > clock.now() ? 'live' : 'expired'
}

function show(entry: KvEntry, { context: { world } }: AdminCall) {
  const { origin } = world.state
  const seeded = exportEntry(entry, origin)
  // A seed may leave it out beside expiresAt; whoever looks at an entry wants to see it.
  const between = Math.max(0, Math.round((expiryOf(entry, origin) - creationOf(entry, origin)) / 1000))
  return { ...seeded, ttlSeconds: seeded.ttlSeconds ?? between, state: stateOf(entry, world) }
}
