import type { EmulatorClient, RequestDetails } from 'tristore-emulator'
import { Operations } from '../operations.js'
import { numberOf } from '../text.js'
import { type Archive, readArchive } from './archive.js'
import { backoff } from './backoff.js'
import { credential } from './credential.js'
import type { Duty, KeyScope, Run } from './duty.js'
import { type GapUsed, gapsUsed } from './gaps.js'
import { orderIn } from './order.js'
import { paging } from './paging.js'
import { polling } from './polling.js'
import { type QuotaShare, quotaShares } from './quotas.js'
import { retryChains } from './retries.js'
import { retryAfter } from './retry-after.js'
import { retryPause } from './retry-pause.js'

/** All duties that the contract imposes on clients. */
const DUTIES: readonly Duty[] = [retryAfter, retryPause, backoff, paging, polling, credential]
/** Lower TTLs are raised to this, in seconds. */
const TTL_MIN_S = 60
/** The maximum number of requests, and of sentences, in a duty's report. */
const NAMED_MAX = 100

/**
 * Reports how a client kept one duty. "not exercised" means that the run had no occasion for it. "undecided" means that
 * the journal can't tell, e.g. because several requests overlapped.
 *
 * @example
 * const { duties } = await conduct(emulator)
 * expect(duties.filter(({ verdict }) => verdict === 'broken')).toEqual([])
 */
export interface DutyReport {
  /** One of "retry-after", "retry-pause", "backoff", "paging", "polling" and "credential". */
  readonly id: string
  readonly duty: string
  readonly section: string
  readonly verdict: 'kept' | 'broken' | 'not exercised' | 'undecided'
  /** The number of times the run called for it. */
  readonly occasions: number
  readonly breaches: number
  /** The number of occasions when the journal can't tell if it was kept. */
  readonly undecided: number
  /** A sentence about each breach, up to 100. */
  readonly wrong: readonly string[]
  /** A sentence about each undecided occasion and the reason, up to 100. */
  readonly doubts: readonly string[]
  /** Ids of the requests that broke the duty, oldest first, up to 100. */
  readonly requests: readonly string[]
}

/**
 * Describes how the client under test behaves, as far as the journal goes back (docs/DESIGN.md section 7). Waiting is
 * measured in real or virtual time, whichever is longer.
 *
 * @example
 * const { duties, shortTtls, dropped } = await conduct(emulator)
 */
export interface Conduct {
  readonly duties: readonly DutyReport[]
  /** Puts with a TTL below the minimum. The service silently raises it. */
  readonly shortTtls: ShortTtls
  /** Contract gaps that answers depended on. A real service may answer differently. */
  readonly gaps: readonly GapUsed[]
  readonly quotas: readonly QuotaShare[]
  readonly judged: number
  /** The number of earlier requests that the journal has dropped. */
  readonly dropped: number
}

/**
 * Judges how well the client under test keeps its duties. Takes a world, whose current journal it reads, or a world's
 * requests or its archive (HAR). One duty needs the scopes of keys, which are only known if you pass a world.
 *
 * @throws TypeError if another program created the archive
 * @example
 * const { duties } = await conduct(world)
 * expect(duties.filter(({ verdict }) => verdict === 'broken')).toEqual([])
 */
export async function conduct(run: EmulatorClient | readonly RequestDetails[] | Archive): Promise<Conduct> {
  if ('log' in run) return conductIn(readArchive(run))
  if (!('baseUrl' in run)) return conductIn({ requests: run, dropped: 0 })
  const requests = await run.requests({ details: true })
  const { operations, dropped } = await run.contract()
  const holders = [...(await run.namespaces.list()), ...(await run.stores.list())]
  const scopes = new Map(holders.flatMap(({ keys }) => keys.map(({ key, scope }) => [key, scope])))
  return conductIn({ requests, dropped, operations: new Operations(operations), scopes })
}

/** The requests may be in any order. */
interface Judged {
  readonly requests: readonly RequestDetails[]
  /** The number of earlier requests that the journal has lost. */
  readonly dropped: number
  readonly operations?: Operations
  readonly scopes?: ReadonlyMap<string, KeyScope>
}

function conductIn({ requests, dropped, operations, scopes }: Judged): Conduct {
  const records = [...requests].sort((one, other) => numberOf(one) - numberOf(other))
  const orderOf = orderIn(records)
  const run: Run = {
    records,
    orderOf,
    chains: retryChains(records, orderOf),
    scopeOf: (key) => scopes?.get(key),
    operations,
  }
  return {
    duties: DUTIES.map((duty) => reportOf(duty, run)),
    shortTtls: shortTtls(records),
    gaps: gapsUsed(records.toReversed()),
    quotas: quotaShares(records),
    judged: records.length,
    dropped,
  }
}

function reportOf({ id, duty, section, judge }: Duty, run: Run): DutyReport {
  const occasions = judge(run)
  const wrong = occasions.flatMap((occasion) => occasion.wrong ?? [])
  const doubts = occasions.flatMap((occasion) => occasion.doubt ?? [])
  const requests = occasions.flatMap((occasion) => (occasion.wrong === undefined ? [] : occasion.requests))
  return {
    id,
    duty,
    section,
    verdict: verdictOf(occasions.length, wrong.length, doubts.length),
    occasions: occasions.length,
    breaches: wrong.length,
    undecided: doubts.length,
    wrong: named(wrong),
    doubts: named(doubts),
    requests: named(requests),
  }
}

/** Drops duplicates, and truncates the list to NAMED_MAX. */
const named = (texts: readonly string[]): readonly string[] => [...new Set(texts)].slice(0, NAMED_MAX)

function verdictOf(occasions: number, breaches: number, undecided: number): DutyReport['verdict'] {
  if (breaches > 0) return 'broken'
  if (undecided > 0) return 'undecided'
  return occasions === 0 ? 'not exercised' : 'kept'
}

/** Puts with a TTL below the minimum (docs/CONTRACT.md L-1). */
interface ShortTtls {
  readonly count: number
  /** The shortest requested TTL in seconds, or null if none was too short. */
  readonly leastSeconds: number | null
  /** Ids of these requests, oldest first, up to 100. */
  readonly requests: readonly string[]
}

/** @param records oldest first */
function shortTtls(records: readonly RequestDetails[]): ShortTtls {
  const requests: string[] = []
  let count = 0
  let raisedMost = 0
  for (const { id, ttlRaisedBy } of records) {
    if (ttlRaisedBy === undefined) continue
    count++
    raisedMost = Math.max(raisedMost, ttlRaisedBy)
    if (requests.length < NAMED_MAX) requests.push(id)
  }
  return { count, leastSeconds: count === 0 ? null : TTL_MIN_S - raisedMost, requests }
}
