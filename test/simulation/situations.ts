import { callerOf } from '../../conformance/model/access.js'
import type { CallContext, ModelCall } from '../../conformance/model/call.js'
import { isExpired, limitsOf, usageOf } from '../../conformance/model/kv.js'
import type { ModelDatabaseScope, ModelState } from '../../conformance/model/state.js'
import { bodyState } from './body-states.js'
import { visibleTo } from './model/database.js'
import { faultSituations } from './situations-of-faults.js'

/** Describes the model's state when a request arrives, as far as it affects the answer. */

/** Something that affects the answers of some operations, with its possible states. */
export interface Aspect {
  readonly name: string
  readonly of: readonly string[]
  readonly states: readonly string[]
  /** States that determine the answer, so that later aspects don't matter. */
  readonly ends: readonly string[]
  /** May return several states if several apply, or none if the aspect doesn't matter. */
  readonly look: (state: ModelState, call: ModelCall, around: CallContext) => readonly string[]
}

export interface Situation {
  readonly aspect: string
  readonly state: string
}

const KEYED = ['kv.put', 'kv.get', 'kv.delete', 'config.put', 'config.get', 'config.list', 'config.delete']
const BEARERS = ['kv.list', 'usage.get']
const LISTS = ['documents.list', 'projects.list']
const CREATES = ['documents.create', 'projects.create']
const DATABASE = [...LISTS, ...CREATES, 'documents.get']
const OF_ENTRY = ['kv.put', 'kv.get', 'kv.delete']
const OF_CONFIG = ['config.put', 'config.get', 'config.delete']
export const OPERATIONS = [...KEYED, ...BEARERS, ...DATABASE]

const clock: Aspect = {
  name: 'the clock',
  of: OPERATIONS,
  states: ['frozen', 'running'],
  ends: [],
  look: ({ clock: { mode } }) => [mode],
}

const fault: Aspect = {
  name: 'a fault',
  of: OPERATIONS,
  states: [
    'none',
    'disabled',
    'before its window',
    'after its window',
    'not due yet',
    'used up',
    'left to chance',
    'refuses before',
    'refuses after',
    'breaks the connection',
    'requested',
    'requested but malformed',
  ],
  ends: ['refuses before', 'breaks the connection', 'requested', 'requested but malformed'],
  look: faultSituations,
}

const key: Aspect = {
  name: 'the key',
  of: KEYED,
  states: ['none', 'of a missing resource', 'unknown', 'of another', 'of insufficient scope', 'sufficient'],
  ends: ['none', 'of a missing resource', 'unknown', 'of another', 'of insufficient scope'],
  look: ({ keys, namespaces, stores }, { apiKey, resource, operation }) => {
    if (apiKey === undefined) return ['none']
    if (!namespaces.has(resource) && !stores.has(resource)) return ['of a missing resource']
    const found = keys.get(apiKey)
    if (found === undefined) return ['unknown']
    if (found.resource !== resource) return ['of another']
    const needs = /put|delete/.test(operation ?? '') ? 'write' : 'read'
    return found.scope === needs || found.scope === 'admin' ? ['sufficient'] : ['of insufficient scope']
  },
}

const bearer: Aspect = {
  name: 'the token',
  of: BEARERS,
  states: [
    'none',
    'a key instead',
    'malformed',
    'expired',
    'otherwise invalid',
    'of a missing resource',
    'of another user',
    'of the owner',
  ],
  ends: ['none', 'malformed', 'expired', 'otherwise invalid', 'of a missing resource', 'of another user'],
  look: (state, call, around) => {
    const { bearer: token, apiKey, resource } = call
    if (token === undefined) return [apiKey === undefined ? 'none' : 'a key instead']
    if (token === 'invalid') return ['malformed']
    if (Number(token.claims.exp ?? Number.POSITIVE_INFINITY) * 1000 <= state.clock.now) return ['expired']
    const caller = callerOf(state, call, around)
    if (caller === null) return ['otherwise invalid']
    const namespace = state.namespaces.get(resource)
    if (namespace === undefined) return ['of a missing resource']
    return [caller === namespace.owner ? 'of the owner' : 'of another user']
  },
}

const databaseKey: Aspect = {
  name: 'the key',
  of: DATABASE,
  states: ['none', 'unknown', 'unscoped', 'scoped'],
  ends: ['none', 'unknown'],
  look: ({ databaseKeys }, { apiKey }) => {
    if (apiKey === undefined) return ['none']
    const scope = databaseKeys.get(apiKey)
    return [scope === undefined ? 'unknown' : scope === 'everything' ? 'unscoped' : 'scoped']
  },
}

const rate: Aspect = {
  name: 'the rate window',
  of: DATABASE,
  states: ['no limit', 'new', 'partly used', 'used up'],
  ends: ['used up'],
  look: ({ rateLimit, rateRequests, profile, clock: { now } }, { apiKey = '' }) => {
    if (rateLimit === null) return ['no limit']
    const { rateWindow } = profile.database
    const { requests, perMs } = rateLimit
    const window = `${now - (now % perMs)}/${perMs}`
    const used = (rateRequests.get(apiKey) ?? []).filter(
      (one) =>
        one.kind === rateWindow &&
        (rateWindow === 'fixed' ? one.window === window : one.at > now - perMs && one.at <= now),
    )
    if (used.length >= requests) return ['used up']
    return [used.length === 0 ? 'new' : 'partly used']
  },
}

const COUNTERS = { 'kv.put': 'writes', 'kv.get': 'reads', 'kv.list': 'lists' } as const

const quota: Aspect = {
  name: 'the quota',
  of: Object.keys(COUNTERS),
  states: ['unused', 'partly used', 'one left', 'used up'],
  ends: ['used up'],
  look: (state, { operation, resource }) => {
    const namespace = state.namespaces.get(resource)
    const counter = COUNTERS[operation as keyof typeof COUNTERS]
    if (namespace === undefined) return []
    const left = limitsOf(state, namespace)[counter] - usageOf(state, namespace)[counter]
    if (left <= 0) return ['used up']
    if (left === 1) return ['one left']
    return [usageOf(state, namespace)[counter] === 0 ? 'unused' : 'partly used']
  },
}

const path: Aspect = {
  name: 'the path',
  of: [...OF_ENTRY, ...OF_CONFIG],
  states: ['valid', 'malformed'],
  ends: ['malformed'],
  look: (_state, { key: name }) => [name === undefined ? 'malformed' : 'valid'],
}

const entry: Aspect = {
  name: 'the entry',
  of: OF_ENTRY,
  states: ['missing', 'live', 'in its last second', 'at its expiry', 'expired'],
  ends: [],
  look: (state, { resource, key: name = '' }) => {
    const found = state.namespaces.get(resource)?.entries.get(name)
    if (found === undefined) return ['missing']
    const left = found.expiresAt - state.clock.now
    if (left === 0) return ['at its expiry']
    return [left < 0 ? 'expired' : left <= 1000 ? 'in its last second' : 'live']
  },
}

const entries: Aspect = {
  name: 'the entries',
  of: BEARERS,
  states: ['none', 'live', 'live and expired', 'expired'],
  ends: [],
  look: (state, { resource }) => {
    const all = [...(state.namespaces.get(resource)?.entries.values() ?? [])]
    if (all.length === 0) return ['none']
    const expired = all.filter((one) => isExpired(state, one)).length
    return [expired === 0 ? 'live' : expired === all.length ? 'expired' : 'live and expired']
  },
}

const config: Aspect = {
  name: 'the config',
  of: OF_CONFIG,
  states: ['missing', 'present'],
  ends: [],
  look: ({ stores }, { resource, key: name = '' }) => [
    stores.get(resource)?.entries.has(name) === true ? 'present' : 'missing',
  ],
}

const record: Aspect = {
  name: 'the record',
  of: ['documents.get'],
  states: ['not an id', 'missing', 'hidden', 'seen'],
  ends: [],
  look: (state, { resource, apiKey = '' }) => {
    if (!/^\d{1,16}$/.test(resource)) return ['not an id']
    if (!state.documents.records.has(resource)) return ['missing']
    const seen = visibleTo(state, 'documents', apiKey, scopeOf(state, apiKey))
    return [seen.some(([id]) => id === resource) ? 'seen' : 'hidden']
  },
}

const page: Aspect = {
  name: 'the page',
  of: LISTS,
  states: ['empty', 'complete', 'first of several', 'later', 'of an invalid x-next'],
  ends: [],
  look: (state, { operation, next, limit, apiKey = '' }) => {
    const name = operation === 'documents.list' ? 'documents' : 'projects'
    if (next === 'altered' || (next !== undefined && next.collection !== name))
      return ['of an invalid x-next']
    if (next !== undefined) return ['later']
    const { length } = visibleTo(state, name, apiKey, scopeOf(state, apiKey))
    if (length === 0) return ['empty']
    return [length > Number(limit ?? Number.POSITIVE_INFINITY) ? 'first of several' : 'complete']
  },
}

const limit: Aspect = {
  name: 'the limit',
  of: LISTS,
  states: ['none', 'valid', 'not a positive number'],
  ends: [],
  look: (_state, { limit: asked }) => {
    if (asked === undefined) return ['none']
    return [/^[1-9]\d*$/.test(asked) && Number(asked) < 2 ** 31 ? 'valid' : 'not a positive number']
  },
}

const body: Aspect = {
  name: 'the body',
  of: ['kv.put', 'config.put', ...CREATES],
  states: ['valid', 'not JSON', 'not an object', 'a missing member', 'a member of the wrong type'],
  ends: ['not JSON', 'not an object', 'a missing member', 'a member of the wrong type'],
  look: (_state, { operation, body: sent }) => [bodyState(operation ?? '', sent?.text ?? '')],
}

/** In the order in which they're checked. */
export const ASPECTS: readonly Aspect[] = [
  clock,
  fault,
  key,
  bearer,
  databaseKey,
  rate,
  quota,
  path,
  body,
  limit,
  entry,
  entries,
  config,
  record,
  page,
]

/** Returns all states that a request reaches, up to the one that determines its answer. */
export function situationsOf(state: ModelState, call: ModelCall, around: CallContext): readonly Situation[] {
  const met: Situation[] = []
  for (const { name, of, ends, look } of ASPECTS) {
    if (!of.includes(call.operation ?? '')) continue
    const states = look(state, call, around)
    met.push(...states.map((one) => ({ aspect: name, state: one })))
    if (states.some((one) => ends.includes(one))) break
  }
  return met
}

function scopeOf({ databaseKeys }: ModelState, apiKey: string): ModelDatabaseScope | undefined {
  const scope = databaseKeys.get(apiKey)
  return scope === 'everything' ? undefined : scope
}
