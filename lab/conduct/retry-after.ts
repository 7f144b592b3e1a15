import type { RequestDetails } from 'tristore-emulator'
import { grouped } from '../grouped.js'
import { numberOf } from '../text.js'
import type { Duty, Occasion, Run } from './duty.js'
import { EARLY_MS, inMs } from './measures.js'
import { isDoubtful, waitedMs } from './order.js'
import { askedMs } from './retries.js'

/** A request after an answer with Retry-After. */
interface Return {
  readonly answered: RequestDetails
  readonly request: RequestDetails
  readonly afterMs: number
  readonly askedMs: number
  readonly isDoubtful: boolean
}

/** A 429 applies to all of a key's requests, since keys have rate limits. Other answers only apply to their retries. */
export const retryAfter: Duty = {
  id: 'retry-after',
  duty: 'A retry waits as long as Retry-After asks. After a 429, all requests with that key do.',
  section: 'Errors C',
  judge: (run) => [...ofKeys(run), ...ofRetries(run)].sort(byRequest).map(judgeReturn),
}

function judgeReturn({ answered, request, afterMs, askedMs, isDoubtful }: Return): Occasion {
  const requests = [request.id]
  if (afterMs >= askedMs - EARLY_MS) return { requests }
  const asked = `whose Retry-After asked for ${askedMs / 1000} s`
  const text = `${request.id} came ${inMs(afterMs)} after the ${answered.status} of ${answered.id}, ${asked}`
  return isDoubtful
    ? { requests, doubt: `${text}: the key had several requests in progress` }
    : { requests, wrong: text }
}

const byRequest = (a: Return, b: Return): number => numberOf(a.request) - numberOf(b.request)

/** Returns each key's requests from a 429 up to the first one that's late enough. */
function ofKeys({ records, orderOf }: Run): Return[] {
  const returns: Return[] = []
  for (const [key, own] of grouped(records, ({ credential }) => credential)) {
    if (key === null) continue
    /** The last 429, overall and on each connection. A client has read the latter before it reuses the connection. */
    let last: RequestDetails | undefined
    const ofSocket = new Map<number | undefined, RequestDetails>()
    for (const [place, request] of own.entries()) {
      const known = ofSocket.get(request.socket?.id)
      const answered = known !== undefined && isEarly(known, request) ? known : last
      const asked = answered === undefined ? undefined : askedMs(answered)
      if (answered !== undefined && asked !== undefined && orderOf(answered, request) !== 'together') {
        const doubtful = isDoubtful(answered, place, own, orderOf)
        const afterMs = waitedMs(answered, request)
        returns.push({ answered, request, afterMs, askedMs: asked, isDoubtful: doubtful })
        if (!isEarly(answered, request)) last = undefined
      }
      if (!bindsKey(request) || askedMs(request) === undefined) continue
      last = request
      ofSocket.set(request.socket?.id, request)
    }
  }
  return returns
}

const isEarly = (answered: RequestDetails, request: RequestDetails): boolean =>
  waitedMs(answered, request) < (askedMs(answered) ?? 0) - EARLY_MS

const bindsKey = ({ status, credential }: RequestDetails): boolean => status === 429 && credential !== null

const ofRetries = ({ chains }: Run): Return[] =>
  chains
    .flat()
    .flatMap(({ failed, askedMs, ...retry }) =>
      askedMs === undefined || bindsKey(failed) ? [] : [{ ...retry, answered: failed, askedMs }],
    )
