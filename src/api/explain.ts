import type { Operation } from '../contract/operations.js'
import { operations } from '../contract/operations.js'
import { formatInstant } from '../core/instants.js'
import type { RefusalCode } from '../core/refusal.js'
import type { Evidence } from '../domain/evidence.js'
import type { Absence } from '../domain/tombstones.js'
import type { Exchange } from './exchange.js'

/** One gate that a call came to, and how it fared there. */
export interface ExplainedGate {
  readonly gate: string
  readonly result: 'passed' | 'refused' | 'not reached'
  readonly [number: string]: unknown
}

/** Why a call was answered as it was. */
export interface Explanation {
  readonly gates: readonly ExplainedGate[]
  /** Why the entry that was asked for is not there. */
  readonly entry?: string
  /** The gaps of the contract that the answer leaned on, with their values at the time. */
  readonly gaps: Readonly<Record<string, unknown>>
  readonly fault?: { readonly id: string; readonly lostStatus?: number }
}

interface Gate {
  readonly name: string
  /** What a call is refused for here. */
  readonly codes: readonly RefusalCode[]
  readonly numbers?: (evidence: Evidence) => Readonly<Record<string, number>>
}

const CREDENTIAL: Gate = { name: 'credential sent', codes: ['credential_missing'] }
const EXISTS: Gate = { name: 'namespace or store exists', codes: ['resource_missing'] }
const QUOTA: Gate = {
  name: 'monthly quota',
  codes: ['monthly_quota_exceeded'],
  numbers: ({ quotaUsed, quotaLimit }) => ({ used: quotaUsed, limit: quotaLimit }),
}
const REQUEST: Gate = {
  name: 'request valid',
  codes: [
    'body_malformed',
    'body_invalid',
    'parameter_invalid',
    'record_id_invalid',
    'too_large',
    'media_type_unsupported',
  ],
}
const STORAGE: Gate = {
  name: 'storage',
  codes: ['namespace_storage_quota_exceeded'],
  numbers: ({ stored, storedAfter, storageLimit }) => ({
    before: stored,
    after: storedAfter,
    limit: storageLimit,
  }),
}
const BY_KEY: readonly Gate[] = [
  CREDENTIAL,
  EXISTS,
  { name: 'key known', codes: ['credential_invalid'] },
  { name: 'key of this namespace or store', codes: ['credential_foreign'] },
  { name: 'scope', codes: ['scope_insufficient'] },
]
const BY_BEARER: readonly Gate[] = [
  { name: 'bearer valid', codes: ['credential_missing', 'credential_invalid', 'scoped_key_not_accepted'] },
  EXISTS,
  { name: 'owner', codes: ['owner_mismatch'] },
]
const BY_DATABASE_KEY: readonly Gate[] = [
  { name: 'key known', codes: ['credential_missing', 'credential_invalid'] },
  {
    name: 'rate limit',
    codes: ['rate_limited'],
    numbers: ({ rateUsed, rateLimit }) => ({ used: rateUsed, limit: rateLimit }),
  },
  REQUEST,
  { name: 'record exists', codes: ['record_missing'] },
  { name: 'scope', codes: ['record_out_of_scope', 'collection_out_of_scope'] },
]

/** The gates of an operation in DESIGN's order of checks (section 6). */
function gatesOf({ id, credential, counts }: Operation): readonly Gate[] {
  if (credential === 'database-key') return BY_DATABASE_KEY
  const quota = counts === undefined || counts === 'deletes' ? [] : [QUOTA]
  if (credential === 'bearer') return [...BY_BEARER, ...quota]
  const entry: Gate = { name: 'entry exists', codes: ['entry_missing'] }
  const last = id === 'kv.put' ? [STORAGE] : id === 'config.put' || id === 'config.list' ? [] : [entry]
  return [...BY_KEY, ...quota, REQUEST, ...last]
}

/** Tells why a call was answered as it was, from what the journal kept. */
export function explain(exchange: Exchange): Explanation {
  const { evidence, leanings, disturbance, lostStatus, outcome } = exchange
  const operation = operations.find(({ id }) => id === exchange.operation)
  const { absence } = evidence
  return {
    gates: operation === undefined ? [] : walk(gatesOf(operation), exchange),
    ...(outcome === 'entry_missing' && absence !== undefined ? { entry: absenceText(absence) } : {}),
    gaps: leanings.view.name(leanings),
    ...(disturbance === undefined
      ? {}
      : { fault: { id: disturbance.fault, ...(lostStatus === undefined ? {} : { lostStatus }) } }),
  }
}

function walk(gates: readonly Gate[], { outcome, evidence }: Exchange): ExplainedGate[] {
  const refusing = gates.findIndex(({ codes }) => (codes as readonly string[]).includes(outcome))
  return gates.map((gate, index) => {
    if (outcome === 'fault' || (refusing >= 0 && index > refusing))
      return { gate: gate.name, result: 'not reached' }
    return {
      gate: gate.name,
      result: index === refusing ? 'refused' : 'passed',
      ...known(gate.numbers?.(evidence) ?? {}),
    }
  })
}

/** Without the numbers that nothing looked at: a database without a rate limit has none. */
function known(numbers: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).filter(([, number]) => number >= 0))
}

/** Why an entry is not there, in words. */
export function absenceText(absence: Absence): string {
  if (typeof absence === 'string') return absence
  return 'expiredAt' in absence
    ? `expired at ${formatInstant(absence.expiredAt)}`
    : `deleted by request ${absence.deletedBy}`
}
