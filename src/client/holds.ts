import { withoutUndefined } from '../core/objects.js'
import type { FaultObject, MatchObject } from '../domain/faults/fault-object.js'
import { type AdminInterface, at } from './admin-client.js'
import type { HeldRequestInfo, RequestSummary } from './answers.js'
import { closed, EmulatorError } from './error.js'
import type { FaultsClient } from './faults.js'

/**
 * Either a response or a broken connection.
 *
 * @example
 * await request.fail({ status: 503, retryAfter: 1 })
 */
export type HeldEnd = Pick<FaultObject, 'status' | 'body' | 'headers' | 'retryAfter' | 'connection'>

/**
 * @example
 * const request = await hold.next()
 * await request.release()
 */
export interface HeldRequest extends HeldRequestInfo {
  /** Resolves after the request's operation has run. */
  release(): Promise<void>
  /** Ends the request, e.g. with `{ status: 503 }` or `{ connection: 'reset' }`. */
  fail(end: HeldEnd): Promise<void>
}

/**
 * Holds matching requests until you end it.
 *
 * @example
 * await using hold = await world.hold({ operation: 'kv.put' })
 * const request = await hold.next()
 */
export interface Hold extends AsyncDisposable {
  /** The id of the fault behind it. */
  readonly fault: string
  /**
   * Waits for the next held request. Each one is only returned once.
   *
   * @param options `timeoutMs` is in real time and defaults to 2000
   * @throws EmulatorError `nothing_held` if it times out, with a list of the requests that arrived instead
   */
  next(options?: { readonly timeoutMs?: number }): Promise<HeldRequest>
  list(): Promise<HeldRequest[]>
  /** Also releases the requests that are held. */
  end(): Promise<void>
}

/**
 * @example
 * const hold = await world.hold({ operation: 'documents.create' }, { effect: 'after' })
 */
export interface HoldOptions {
  /** Holds the request "before" its operation runs (the default), or the response "after" that. */
  readonly effect?: 'before' | 'after' | undefined
}

export interface HoldsClient {
  /** Holds matching requests, or all requests if you don't pass anything. */
  hold(match?: MatchObject, options?: HoldOptions): Promise<Hold>
}

/** In real ms. A single admin call waits no longer than this. */
const WAIT_MS = 20_000
/** In real ms. If nothing is held by then, the test is probably waiting for the wrong request. */
const TIMEOUT_MS = 2000
/** The maximum number of requests that the error counts, and of those it names. */
const CAME_MAX = 1000
const NAMED_MAX = 3

/** @param others since the hold began, newest first */
function nothingHeld(match: MatchObject = {}, others: readonly RequestSummary[]): EmulatorError {
  const named = others
    .slice(0, NAMED_MAX)
    .map(({ operation, method, path }) => `${operation ?? method} ${path}`)
  const { length } = others
  const instead =
    length === 0
      ? 'none arrived'
      : `${length} other${length === 1 ? '' : 's'} arrived, the last: ${named.join(', ')}`
  const message = `no request matched ${JSON.stringify(match)}; ${instead}`
  return new EmulatorError('hold.next()', { status: 0, code: 'nothing_held', message })
}

export function holdsClient(admin: AdminInterface, faults: FaultsClient): HoldsClient {
  const requestOf = (info: HeldRequestInfo): HeldRequest => ({
    ...info,
    async release() {
      await admin.send('POST', at`/held/${info.id}`)
    },
    async fail(end) {
      await admin.send('POST', at`/held/${info.id}`, end)
    },
  })
  return {
    async hold(match, options = {}) {
      const { id: fault } = await faults.add({ ...withoutUndefined({ match, ...options }), hold: true })
      const [newest] = await admin.list<RequestSummary>('requests', '/requests', { limit: 1 })
      const since = newest?.id
      let hasEnded = false
      let given = 0
      const ask = (after: number, wait?: number) =>
        admin.list<HeldRequestInfo>('held', '/held', { fault, after, wait })
      const next = async ({ timeoutMs = TIMEOUT_MS } = {}): Promise<HeldRequest> => {
        for (let left = timeoutMs; ; left -= WAIT_MS) {
          if (hasEnded) throw closed('hold.next()')
          if (left <= 0) {
            // Throws a more specific error if the fault is gone.
            await ask(given)
            throw nothingHeld(match, await admin.list('requests', '/requests', { since, limit: CAME_MAX }))
          }
          const held = await ask(given, Math.ceil(Math.min(left, WAIT_MS)))
          const first = held.find(({ number }) => number > given)
          if (first === undefined) continue
          given = first.number
          return requestOf(first)
        }
      }
      const end = async (): Promise<void> => {
        if (hasEnded) return
        hasEnded = true
        await faults.remove(fault)
      }
      return {
        fault,
        next,
        list: async () => (await ask(0)).map(requestOf),
        end,
        [Symbol.asyncDispose]: end,
      }
    },
  }
}
