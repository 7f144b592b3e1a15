import type { RequestRecord } from '../../api/record.js'
import type { World } from '../../domain/world.js'
import { type GapUsed, gapsUsed } from '../gaps-used.js'
import { credential } from './credential.js'
import type { Duty, Run } from './duty.js'
import { paging } from './paging.js'
import { polling } from './polling.js'
import { type QuotaShare, quotaShares } from './quotas.js'
import { retryChains } from './retries.js'
import { backoff, retryAfter, retryPause } from './retry-duties.js'
import { type ShortTtls, shortTtls } from './short-ttls.js'

/** The duties of clients in the contract: the one place that lists them. */
const DUTIES: readonly Duty[] = [retryAfter, retryPause, backoff, paging, polling, credential]

/** The most requests and sentences that one duty names. */
const NAMED_MAX = 100

/**
 * How a client did by one duty; "not exercised" where the run never came to it.
 *
 * @example
 * const { duties } = await emulator.conduct()
 * expect(duties.filter(({ verdict }) => verdict === 'broken')).toEqual([])
 */
export interface DutyReport {
  /** "retry-after", "retry-pause", "backoff", "paging", "polling", "credential" */
  readonly id: string
  /** The duty in a sentence. */
  readonly duty: string
  /** Its place in the contract. */
  readonly section: string
  readonly verdict: 'kept' | 'broken' | 'not exercised'
  /** How often the run came to it. */
  readonly occasions: number
  /** How often it broke it. */
  readonly breaches: number
  /** Each breach in a sentence, up to 100 of them. */
  readonly wrong: readonly string[]
  /** The ids of the requests that broke it, oldest first, up to 100 of them. */
  readonly requests: readonly string[]
}

/**
 * How the client under test keeps its duties, as far as the journal goes back (docs/DESIGN.md section 7). It is
 * measured in real time, whatever the virtual clock does.
 *
 * @example
 * const { duties, shortTtls, dropped } = await emulator.conduct()
 */
export interface Conduct {
  readonly duties: readonly DutyReport[]
  /** Puts that asked for less than the least time to live, which the service raises without a word. */
  readonly shortTtls: ShortTtls
  /** The gaps of the contract that decided answers: here a real service may do something else. */
  readonly gaps: readonly GapUsed[]
  readonly quotas: readonly QuotaShare[]
  /** How many requests this is judged by. */
  readonly judged: number
  /** How many earlier ones the journal has lost to its bound, so that nothing here knows of them. */
  readonly dropped: number
}

/** Judges the requests in the journal of a world. */
export function conductOf({ journal, state }: World<RequestRecord>): Conduct {
  const newestFirst = [...journal.newestFirst()]
  const records = newestFirst.toReversed()
  const run: Run = {
    records,
    chains: retryChains(records),
    scopeOf: (key) => state.scopedKeys.get(key)?.scope,
  }
  return {
    duties: DUTIES.map((duty) => reportOf(duty, run)),
    shortTtls: shortTtls(records),
    gaps: gapsUsed(newestFirst),
    quotas: quotaShares(records),
    judged: records.length,
    dropped: journal.dropped,
  }
}

function reportOf({ id, duty, section, judge }: Duty, run: Run): DutyReport {
  const occasions = [...judge(run)]
  const breaches = occasions.flatMap(({ wrong, requests }) =>
    wrong === undefined ? [] : [{ wrong, requests }],
  )
  const kept = occasions.length === 0 ? 'not exercised' : 'kept'
  const requests = new Set(breaches.flatMap((breach) => breach.requests))
  return {
    id,
    duty,
    section,
    verdict: breaches.length > 0 ? 'broken' : kept,
    occasions: occasions.length,
    breaches: breaches.length,
    wrong: breaches.slice(0, NAMED_MAX).map(({ wrong }) => wrong),
    requests: [...requests].slice(0, NAMED_MAX),
  }
}
