import type { Operation } from '../contract/operations.js'
import { timesSent } from '../core/raw-headers.js'
import type { RefusalCode } from '../core/refusal.js'
import { connectionFaults } from '../domain/faults/connection-faults.js'
import { greasedOptions } from '../domain/profile/grease.js'
import type { Profile } from '../domain/profile/profile.js'
import type { Fix } from '../domain/refusals/fixes.js'
import type { RequestRecord } from '../domain/requests/record.js'
import type { FaultAction, Greased } from '../domain/requests/reply.js'
import type { Gate, WorldOperation } from '../domain/service.js'
import { absenceText } from '../domain/tombstones.js'
import { ENTRY, REQUEST } from '../request/service.js'

/** A check, with its result and the numbers that it compared. */
export interface ExplainedGate {
  readonly gate: string
  readonly result: 'passed' | 'refused' | 'not reached'
  readonly [number: string]: unknown
}

export interface Explanation {
  readonly gates: readonly ExplainedGate[]
  /** The reason the requested entry doesn't exist. */
  readonly entry?: string
  /** The contract gaps that the answer depends on, with their values at the time. */
  readonly gaps: Readonly<Record<string, unknown>>
  /** `text` is a sentence about its effect. */
  readonly fault?: { readonly id: string; readonly text: string; readonly lostStatus?: number }
  /** The variations that grease chose, with the options of the gaps that it filled. */
  readonly grease?: Greased & { readonly options: Readonly<Record<string, unknown>> }
}

export interface ExplanationWithFixes extends Explanation {
  /** Alternatives, each of which works on its own. Empty unless the request was refused or hit a fault. */
  readonly fixes: readonly Fix[]
}

const CREDENTIAL: Gate = { name: 'credential sent', codes: ['credential_missing'] }
const EXISTS: Gate = { name: 'namespace or store exists', codes: ['resource_missing'] }
const KEY_KNOWN: Gate = { name: 'key known', codes: ['credential_invalid'] }
const KEY_FITS: readonly Gate[] = [
  { name: 'key of this namespace or store', codes: ['credential_foreign'] },
  { name: 'scope', codes: ['scope_insufficient'] },
]
/** The profile determines the order. */
const BY_KEY: Readonly<Record<Profile['auth']['missingNamespace'], readonly Gate[]>> = {
  first: [CREDENTIAL, EXISTS, KEY_KNOWN, ...KEY_FITS],
  'after-key': [CREDENTIAL, KEY_KNOWN, EXISTS, ...KEY_FITS],
}
const BY_BEARER: readonly Gate[] = [
  { name: 'bearer valid', codes: ['credential_missing', 'credential_invalid', 'scoped_key_not_accepted'] },
  EXISTS,
  { name: 'owner', codes: ['owner_mismatch'] },
]
const KEY_FOR_LISTS: Gate = { name: 'key accepted for lists', codes: ['scoped_key_not_accepted'] }
const BY_DATABASE_KEY: readonly Gate[] = [
  { name: 'key known', codes: ['credential_missing', 'credential_invalid'] },
  {
    name: 'rate limit',
    codes: ['rate_limited'],
    numbers: ({ rateUsed, rateLimit }) => ({ used: rateUsed, limit: rateLimit }),
  },
]
const QUOTA: Gate = {
  name: 'monthly quota',
  codes: ['monthly_quota_exceeded'],
  numbers: ({ quotaUsed, quotaLimit }) => ({ used: quotaUsed, limit: quotaLimit }),
}
export function explain(record: RequestRecord): Explanation {
  const { served: operation, decision, gaps: filled, faultAction, lostStatus, greased } = record
  const needsEntry = operation?.gates.includes(ENTRY) === true
  const absence = needsEntry ? decision.absence : undefined
  const gaps = filled.used()
  return {
    gates: operation === undefined ? [] : walk(gatesOf(operation, record), record),
    ...(absence === undefined ? {} : { entry: absenceText(absence) }),
    gaps,
    ...(faultAction === undefined
      ? {}
      : {
          fault: {
            id: faultAction.fault,
            text: faultText(record, faultAction),
            ...(lostStatus === undefined ? {} : { lostStatus }),
          },
        }),
    ...(greased === undefined
      ? {}
      : { grease: { ...greased, options: greasedOptions(gaps, filled.profile) } }),
  }
}

/** @param lists determines the checks for listing with only a scoped key */
export function refusalsOf(
  operation: WorldOperation,
  lists: Profile['kv']['listWithScopedKey'],
): RefusalCode[] {
  const { credential, orScopedKey } = operation
  const byCredential = {
    'database-key': BY_DATABASE_KEY,
    'scoped-key': BY_KEY.first,
    bearer: BY_BEARER,
    none: [],
  }[credential]
  const byKeyAlone = orScopedKey ? listGatesByKey(lists, BY_KEY.first) : []
  const gates = [...byCredential, ...byKeyAlone, ...quotaGates(operation), ...operation.gates]
  return [...new Set(gates.flatMap(({ codes }) => codes))]
}

/** In the order given in docs/gaps.md. */
function gatesOf(operation: WorldOperation, record: RequestRecord): readonly Gate[] {
  const { credential, orScopedKey } = operation
  if (credential === 'none') return operation.gates
  if (credential === 'database-key') return [...BY_DATABASE_KEY, ...operation.gates]
  const byKey = BY_KEY[record.gaps.profile.auth.missingNamespace]
  const byBearer = orScopedKey ? listGates(record, byKey) : BY_BEARER
  const quota = quotaGates(operation)
  const { outcome, decision } = record
  // With `deleteMissing: "ok"`, deleting a missing entry succeeds, so this isn't a check.
  const isNoGate = outcome === 'ok' && decision.absence !== undefined
  const own = operation.gates.filter((gate) => gate !== ENTRY || !isNoGate)
  const isRequestFirst = record.gaps.profile.kv.checkOrder === 'request-first' && own[0] === REQUEST
  const ordered = isRequestFirst ? [REQUEST, ...quota, ...own.slice(1)] : [...quota, ...own]
  return [...(credential === 'bearer' ? byBearer : byKey), ...ordered]
}

const quotaGates = ({ counts }: Operation): readonly Gate[] =>
  counts === undefined || counts === 'deletes' ? [] : [QUOTA]

/** If only a scoped key was sent, the checks for a list depend on the profile at the time. */
function listGates({ requestHeaders, gaps }: RequestRecord, byKey: readonly Gate[]): readonly Gate[] {
  const isByKey =
    timesSent(requestHeaders, 'authorization') === 0 && timesSent(requestHeaders, 'x-kv-key') > 0
  return isByKey ? listGatesByKey(gaps.profile.kv.listWithScopedKey, byKey) : BY_BEARER
}

function listGatesByKey(lists: Profile['kv']['listWithScopedKey'], byKey: readonly Gate[]): readonly Gate[] {
  if (lists === 401) return BY_BEARER
  return lists === 'allow' ? byKey : [...byKey, KEY_FOR_LISTS]
}

function walk(gates: readonly Gate[], record: RequestRecord): ExplainedGate[] {
  const refusing = refusingGate(gates, record)
  // A fault or a refusal may come before any check.
  const isJudged = record.outcome === 'ok' || refusing >= 0
  return gates.map((gate, index) => {
    if (!isJudged || (refusing >= 0 && index > refusing)) return { gate: gate.name, result: 'not reached' }
    return {
      gate: gate.name,
      result: index === refusing ? 'refused' : 'passed',
      ...known(gate.numbers?.(record.decision) ?? {}),
    }
  })
}

/** Returns -1 if no check refused the request. */
function refusingGate(gates: readonly Gate[], record: RequestRecord): number {
  const { outcome, requestHeaders } = record
  // Two refusals happen earlier than the check that their code belongs to: a key that was sent twice isn't looked up,
  // and a path with broken encoding doesn't name a namespace.
  if (outcome === 'credential_invalid' && timesSent(requestHeaders, 'x-kv-key') > 1) {
    const index = gates.indexOf(CREDENTIAL)
    if (index >= 0) return index
  }
  if (outcome === 'parameter_invalid' && hasBrokenResource(record)) return gates.indexOf(EXISTS)
  return gates.findIndex(({ codes }) => (codes as readonly string[]).includes(outcome))
}

function hasBrokenResource({ call: { operation, resource } }: RequestRecord): boolean {
  return operation !== undefined && operation.credential !== 'database-key' && resource === undefined
}

/** For example, a database without a rate limit has no numbers. */
function known(numbers: Readonly<Record<string, number | undefined>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(numbers).flatMap(([name, number]) => (number === undefined ? [] : [[name, number]])),
  )
}

/** For example "it held the request for 800 ms; the client got a 200". */
function faultText({ status, lostStatus }: RequestRecord, action: FaultAction): string {
  const parts = [
    waitText(action),
    endText(status, action),
    lostStatus !== undefined && `the ${lostStatus} response was lost`,
  ]
  return parts.filter((part) => part !== false).join('; ')
}

function waitText({ wait }: FaultAction): string | false {
  if (wait === undefined) return false
  const length = inMs(wait.heldMs)
  return wait.ended === 'waiting'
    ? `it has held the request for ${length} so far`
    : `it held the request for ${length}`
}

function endText(status: number | null, { connection, wait }: FaultAction): string {
  if (wait?.ended === 'aborted') return 'the client left without an answer'
  if (wait?.ended === 'waiting') return 'the client is waiting'
  if (connection !== undefined) return connectionFaults[connection].did
  return `the client got a ${status}`
}

const inMs = (ms: number): string => `${Math.max(0, Math.round(ms))} ms`
