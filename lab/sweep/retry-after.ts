import type { EmulatorClient, RequestDetails, RequestSummary } from 'tristore-emulator'
import { EARLY_MS } from '../conduct/measures.js'
import { SWEPT_FAULT } from './options.js'
import type { Subjects } from './requests.js'

/** An answer with Retry-After, and the next request with the same operation and resource. */
export interface RetriedAnswer {
  readonly answered: RequestDetails
  readonly next: RequestDetails
}

/** Finds the first such pair in a run. The world has no other client, so the next request must be the retry. */
export async function retryIn(
  requests: readonly RequestSummary[],
  subjects: Subjects,
  world: EmulatorClient,
): Promise<RetriedAnswer | undefined> {
  const index = requests.findIndex(({ fault, status }) => fault === SWEPT_FAULT && status !== null)
  const answered = requests[index]
  if (answered === undefined) return undefined
  const { name } = subjects.of(answered)
  const next = requests.slice(index + 1).find((request) => subjects.of(request).name === name)
  if (next === undefined) return undefined
  return { answered: await world.request(answered.id), next: await world.request(next.id) }
}

/**
 * Describes a retry that came too early (RFC 9110, section 10.2.3).
 *
 * @returns undefined if it waited long enough, in either real or virtual time
 */
export function earlyRetryText({ answered, next }: RetriedAnswer): string | undefined {
  const asked = answered.responseHeaders.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
  const askedMs = Number(asked) * 1000
  const realMs = next.arrivedMs - answered.arrivedMs - answered.durationMs
  const waitedMs = Math.max(0, realMs, next.at - answered.at)
  if (asked === undefined || Number.isNaN(askedMs) || waitedMs >= askedMs - EARLY_MS) return undefined
  return `broke Retry-After: it retried after ${Math.round(waitedMs)} ms, and the ${answered.status} asked for ${asked} s`
}
