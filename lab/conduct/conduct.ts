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

/** The duties of clients in the contract: the one place that lists them. */
const DUTIES: readonly Duty[] = [retryAfter, retryPause, backoff, paging, polling, credential]
/** Seconds: the service raises lower TTLs to it. */
const TTL_MIN_S = 60
/** The most requests and sentences that one duty names. */
const NAMED_MAX = 100

/**
 * How a client did by one duty. "not exercised": the run never came to it. "undecided": what it did may be right
 * or wrong, for example if several requests were under way.
 *
 * @example
 * const { duties } = await conduct(emulator)
 * expect(duties.filter(({ verdict }) => verdict === 'broken')).toEqual([])
 */
export interface DutyReport {
  /** "retry-after", "retry-pause", "backoff", "paging", "polling", "credential" */
  readonly id: string
  /** The duty in a sentence. */
  readonly duty: string
  /** Its place in the contract. */
  readonly section: string
  readonly verdict: 'kept' | 'broken' | 'not exercised' | 'undecided'
  /** The number of times that the run called for it. */
  readonly occasions: number
  /** The number of times that the client broke it. */
  readonly breaches: number
  /** The number of times that the journal doesn't settle it. */
  readonly undecided: number
  /** Each breach in a sentence, up to 100 of them. */
  readonly wrong: readonly string[]
  /** Each time that it is undecided in a sentence, with the reason, up to 100 of them. */
  readonly doubts: readonly string[]
  /** The ids of the requests that broke it, oldest first, up to 100 of them. */
  readonly requests: readonly string[]
}

/**
 * How the client under test keeps its duties, as far as the journal goes back (docs/DESIGN.md section 7).
 * Waited is what passed of real or of virtual time, the larger.
 *
 * @example
 * const { duties, shortTtls, dropped } = await conduct(emulator)
 */
export interface Conduct {
  readonly duties: readonly DutyReport[]
  /** Puts that asked for less than the least time to live, which the service raises without a word. */
  readonly shortTtls: ShortTtls
  /** The gaps of the contract that decided answers: a real service may answer differently. */
  readonly gaps: readonly GapUsed[]
  readonly quotas: readonly QuotaShare[]
  /** The number of requests that were judged. */
  readonly judged: number
  /** The number of earlier requests that the journal has dropped. */
  readonly dropped: number
}

/**
 * Judges how the client under test keeps its duties. It goes by the journal of a world as it is now, by requests that were
 * taken from one, or by its archive (HAR). Only a world shows the scopes of keys, which one duty is judged by.
 *
 * @throws TypeError for an archive that another program has made
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

/** The requests that are judged, in any order, and what is known of the world that they went to. */
interface Judged {
  readonly requests: readonly RequestDetails[]
  /** The number of earlier ones that are lost. */
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

/** The first of these texts, each once. */
const named = (texts: readonly string[]): readonly string[] => [...new Set(texts)].slice(0, NAMED_MAX)

function verdictOf(occasions: number, breaches: number, undecided: number): DutyReport['verdict'] {
  if (breaches > 0) return 'broken'
  if (undecided > 0) return 'undecided'
  return occasions === 0 ? 'not exercised' : 'kept'
}

/** Puts with a TTL below the least one (docs/CONTRACT.md L-1). */
interface ShortTtls {
  readonly count: number
  /** The shortest that was asked for, in seconds; null if none was. */
  readonly leastSeconds: number | null
  /** The first requests that did, oldest first, up to 100 of them. */
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
