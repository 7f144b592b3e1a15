import type { RequestRecord } from '../../api/record.js'
import type { Duty, Occasion, Run } from './duty.js'
import { EARLY_MS, grouping, inMs } from './measures.js'
import { isDoubtful, waitedMs } from './order.js'
import { askedMs } from './retries.js'

/** A request that came behind an answer with Retry-After. */
interface Return {
  readonly answered: RequestRecord
  readonly request: RequestRecord
  readonly afterMs: number
  readonly askedMs: number
  readonly isDoubtful: boolean
}

/** A 429 binds the key, since a rate limit is the key's and not the address's; other answers bind their retries. */
export const retryAfter: Duty = {
  id: 'retry-after',
  duty: 'A retry waits for as long as Retry-After asks; after a 429 every request of the key does.',
  section: 'Errors C',
  *judge(run): Iterable<Occasion | undefined> {
    const returns: Return[] = []
    for (const each of [ofKeys(run), ofRetries(run)]) {
      for (const found of each) {
        if (found !== undefined) returns.push(found)
        yield undefined
      }
    }
    for (const { answered, request, afterMs, askedMs, isDoubtful } of returns.toSorted(byRequest)) {
      const requests = [request.id]
      if (afterMs >= askedMs - EARLY_MS) {
        yield { requests }
        continue
      }
      const asked = `whose Retry-After asked for ${askedMs / 1000} s`
      const text = `${request.id} came ${inMs(afterMs)} after the ${answered.status} of ${answered.id}, ${asked}`
      yield isDoubtful
        ? { requests, doubt: `${text}: the key had several requests under way` }
        : { requests, wrong: text }
    }
  },
}

const numberOf = ({ id }: RequestRecord): number => Number(id.slice(1))

const byRequest = (a: Return, b: Return): number => numberOf(a.request) - numberOf(b.request)

/** The requests of each key from a 429 on to the first that comes in time. */
function* ofKeys({ records, orderOf }: Run): Iterable<Return | undefined> {
  for (const [key, own] of grouping(records, ({ credential }) => credential)) {
    if (key === null) continue
    /** The last 429 of all, and the last of each connection: a client that uses it again has read that one. */
    let last: RequestRecord | undefined
    const ofConnection = new Map<unknown, RequestRecord>()
    for (const [place, request] of own.entries()) {
      yield undefined
      const known = ofConnection.get(request.connection)
      const answered = known !== undefined && isEarly(known, request) ? known : last
      const asked = answered === undefined ? undefined : askedMs(answered)
      if (answered !== undefined && asked !== undefined && orderOf(answered, request) !== 'together') {
        const doubtful = isDoubtful(answered, place, own, orderOf)
        const afterMs = waitedMs(answered, request)
        yield { answered, request, afterMs, askedMs: asked, isDoubtful: doubtful }
        if (!isEarly(answered, request)) last = undefined
      }
      if (!bindsKey(request) || askedMs(request) === undefined) continue
      last = request
      ofConnection.set(request.connection, request)
    }
  }
}

const isEarly = (answered: RequestRecord, request: RequestRecord): boolean =>
  waitedMs(answered, request) < (askedMs(answered) ?? 0) - EARLY_MS

const bindsKey = ({ status, credential }: RequestRecord): boolean => status === 429 && credential !== null

function* ofRetries({ chains }: Run): Iterable<Return | undefined> {
  for (const chain of chains) {
    for (const { failed, askedMs, ...retry } of chain) {
      yield undefined
      if (askedMs !== undefined && !bindsKey(failed)) yield { ...retry, answered: failed, askedMs }
    }
  }
}
