import { callerOf } from '../../conformance/model/access.js'
import type { CallContext, ModelCall } from '../../conformance/model/call.js'
import { isExpired, limitsOf, usageOf } from '../../conformance/model/kv.js'
import type { ModelDatabaseScope, ModelState } from '../../conformance/model/state.js'
import { bodyState } from './body-states.js'
import { visibleTo } from './model/database.js'
import { faultSituations } from './situations-of-faults.js'

/** The state of the model that a request meets, in words, as far as it affects the answer. */

/** Something that affects the answers of some operations, and the states that it can be in. */
export interface Aspect {
  readonly name: string
  readonly of: readonly string[]
  readonly states: readonly string[]
  /** States that end a request: it does not meet the aspects that come after this one. */
  readonly ends: readonly string[]
  /** Returns several states if several things are met at once, and no state if the aspect does not apply. */
  readonly look: (state: ModelState, call: ModelCall, around: CallContext) => readonly string[]
}

/** An aspect and its state. */
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
    'asked for',
    'asked for in vain',
  ],
  ends: ['refuses before', 'breaks the connection', 'asked for', 'asked for in vain'],
  look: faultSituations,
}

const key: Aspect = {
  name: 'the key',
  of: KEYED,
  states: ['none', 'of nothing that is there', 'unknown', 'of another', 'of too little scope', 'enough'],
  ends: ['none', 'of nothing that is there', 'unknown', 'of another', 'of too little scope'],
  look: ({ keys, namespaces, stores }, { apiKey, resource, operation }) => {
    if (apiKey === undefined) return ['none']
    if (!namespaces.has(resource) && !stores.has(resource)) return ['of nothing that is there']
    const found = keys.get(apiKey)
    if (found === undefined) return ['unknown']
    if (found.resource !== resource) return ['of another']
    const needs = /put|delete/.test(operation ?? '') ? 'write' : 'read'
    return found.scope === needs || found.scope === 'admin' ? ['enough'] : ['of too little scope']
  },
}

const bearer: Aspect = {
  name: 'the token',
  of: BEARERS,
  states: [
    'none',
    'a key in its place',
    'broken',
    'expired',
    'not valid otherwise',
    'of nothing that is there',
    'of a stranger',
    'of the owner',
  ],
  ends: ['none', 'broken', 'expired', 'not valid otherwise', 'of nothing that is there', 'of a stranger'],
  look: (state, call, around) => {
    const { bearer: token, apiKey, resource } = call
    if (token === undefined) return [apiKey === undefined ? 'none' : 'a key in its place']
    if (token === 'invalid') return ['broken']
    if (Number(token.claims.exp ?? Number.POSITIVE_INFINITY) * 1000 <= state.clock.now) return ['expired']
    const caller = callerOf(state, call, around)
    if (caller === null) return ['not valid otherwise']
    const namespace = state.namespaces.get(resource)
    if (namespace === undefined) return ['of nothing that is there']
    return [caller === namespace.owner ? 'of the owner' : 'of a stranger']
  },
}

const databaseKey: Aspect = {
  name: 'the key',
  of: DATABASE,
  states: ['none', 'unknown', 'of everything', 'scoped'],
  ends: ['none', 'unknown'],
  look: ({ databaseKeys }, { apiKey }) => {
    if (apiKey === undefined) return ['none']
    const scope = databaseKeys.get(apiKey)
    return [scope === undefined ? 'unknown' : scope === 'everything' ? 'of everything' : 'scoped']
  },
}

const rate: Aspect = {
  name: 'the rate window',
  of: DATABASE,
  states: ['no limit', 'new', 'begun', 'used up'],
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
    return [used.length === 0 ? 'new' : 'begun']
  },
}

const COUNTERS = { 'kv.put': 'writes', 'kv.get': 'reads', 'kv.list': 'lists' } as const

const quota: Aspect = {
  name: 'the quota',
  of: Object.keys(COUNTERS),
  states: ['unused', 'begun', 'at its last', 'used up'],
  ends: ['used up'],
  look: (state, { operation, resource }) => {
    const namespace = state.namespaces.get(resource)
    const counter = COUNTERS[operation as keyof typeof COUNTERS]
    if (namespace === undefined) return []
    const left = limitsOf(state, namespace)[counter] - usageOf(state, namespace)[counter]
    if (left <= 0) return ['used up']
    if (left === 1) return ['at its last']
    return [usageOf(state, namespace)[counter] === 0 ? 'unused' : 'begun']
  },
}

const path: Aspect = {
  name: 'the path',
  of: [...OF_ENTRY, ...OF_CONFIG],
  states: ['sound', 'broken'],
  ends: ['broken'],
  look: (_state, { key: name }) => [name === undefined ? 'broken' : 'sound'],
}

const entry: Aspect = {
  name: 'the entry',
  of: OF_ENTRY,
  states: ['not there', 'live', 'in its last second', 'at its expiry', 'expired'],
  ends: [],
  look: (state, { resource, key: name = '' }) => {
    const found = state.namespaces.get(resource)?.entries.get(name)
    if (found === undefined) return ['not there']
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
  states: ['not there', 'there'],
  ends: [],
  look: ({ stores }, { resource, key: name = '' }) => [
    stores.get(resource)?.entries.has(name) === true ? 'there' : 'not there',
  ],
}

const record: Aspect = {
  name: 'the record',
  of: ['documents.get'],
  states: ['no id', 'not there', 'hidden', 'seen'],
  ends: [],
  look: (state, { resource, apiKey = '' }) => {
    if (!/^\d{1,16}$/.test(resource)) return ['no id']
    if (!state.documents.records.has(resource)) return ['not there']
    const seen = visibleTo(state, 'documents', apiKey, scopeOf(state, apiKey))
    return [seen.some(([id]) => id === resource) ? 'seen' : 'hidden']
  },
}

const page: Aspect = {
  name: 'the page',
  of: LISTS,
  states: ['of nothing', 'all there is', 'the first', 'a later one', 'of a x-next that does not hold'],
  ends: [],
  look: (state, { operation, next, limit, apiKey = '' }) => {
    const name = operation === 'documents.list' ? 'documents' : 'projects'
    if (next === 'altered' || (next !== undefined && next.collection !== name))
      return ['of a x-next that does not hold']
    if (next !== undefined) return ['a later one']
    const { length } = visibleTo(state, name, apiKey, scopeOf(state, apiKey))
    if (length === 0) return ['of nothing']
    return [length > Number(limit ?? Number.POSITIVE_INFINITY) ? 'the first' : 'all there is']
  },
}

const limit: Aspect = {
  name: 'the limit',
  of: LISTS,
  states: ['none', 'sound', 'no number from 1 on'],
  ends: [],
  look: (_state, { limit: asked }) => {
    if (asked === undefined) return ['none']
    return [/^[1-9]\d*$/.test(asked) && Number(asked) < 2 ** 31 ? 'sound' : 'no number from 1 on']
  },
}

const body: Aspect = {
  name: 'the body',
  of: ['kv.put', 'config.put', ...CREATES],
  states: ['sound', 'no JSON', 'no object', 'a member missing', 'a member of another type'],
  ends: ['no JSON', 'no object', 'a member missing', 'a member of another type'],
  look: (_state, { operation, body: sent }) => [bodyState(operation ?? '', sent?.text ?? '')],
}

/** The aspects, in the order in which they decide. */
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

/** Returns the states that a request meets, up to the one that decides its answer. */
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
