import type { Duty, Occasion, Run } from './duty.js'
import { inMs, mean } from './measures.js'

/** With fewer retries in a row, jitter would hide any growth. */
const RETRIES_MIN = 5

/** Later pauses must be longer than the first by this factor. Growth that stops at a cap gets there, too. */
const GROWTH = 1.5

/** Without backoff, a client's pauses differ by less than this factor. */
const EVEN = 1.25

/** Pauses below this (in ms) never count as growing, since the machine may just be busy. */
const STUMBLE_MS = 10

/** Ignores pauses that Retry-After asked for, because those are chosen by the service, not the client. */
export const backoff: Duty = {
  id: 'backoff',
  duty: `Retries back off: with ${RETRIES_MIN} or more pauses, the second half is on average at least ${GROWTH} times as long as the first. Pauses that are all alike break this.`,
  section: 'Errors C, Limits C.1',
  judge: ({ chains }) =>
    chains
      .map((chain) => chain.filter(({ askedMs }) => askedMs === undefined))
      .filter(({ length }) => length >= RETRIES_MIN)
      .map(judgeChain),
}

function judgeChain(chain: Run['chains'][number]): Occasion {
  const requests = chain.map(({ request }) => request.id)
  const pauses = chain.map(({ afterMs }) => afterMs)
  const growth = growthOf(pauses)
  const text = `${chain[0]?.failed.id} was retried ${chain.length} times, after ${pausesText(pauses)}`
  if (growth === 'grows') return { requests }
  if (chain.some(({ isDoubtful }) => isDoubtful))
    return { requests, doubt: `${text}: several were in progress` }
  return growth === 'even'
    ? { requests, wrong: text }
    : { requests, doubt: `${text}: jitter may hide their growth` }
}

const SHOWN_MAX = 20

function pausesText(pauses: readonly number[]): string {
  const shown = pauses.slice(0, SHOWN_MAX).map(inMs).join(', ')
  return pauses.length > SHOWN_MAX ? `${shown}, …` : shown
}

function growthOf(pauses: readonly number[]): 'grows' | 'even' | 'uneven' {
  const [first = 0] = pauses
  const later = mean(pauses.slice(-Math.ceil(pauses.length / 2)))
  if (later >= GROWTH * Math.max(first, STUMBLE_MS)) return 'grows'
  const longest = pauses.reduce((one, other) => Math.max(one, other), 0)
  const shortest = pauses.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  return longest <= EVEN * shortest + STUMBLE_MS ? 'even' : 'uneven'
}
