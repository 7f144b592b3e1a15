import { withoutUndefined } from '../core/objects.js'
import type { FaultObject, MatchObject } from '../domain/faults/fault-object.js'
import { type AdminInterface, at } from './admin-client.js'
import type { HeldRequestInfo, RequestSummary } from './answers.js'
import { closed, EmulatorError } from './error.js'
import type { FaultsClient } from './faults.js'

/**
 * The end of a held request: an answer, or a broken connection.
 *
 * @example
 * await request.fail({ status: 503, retryAfter: 1 })
 */
export type HeldEnd = Pick<FaultObject, 'status' | 'body' | 'headers' | 'retryAfter' | 'connection'>

/**
 * A held request.
 *
 * @example
 * const request = await hold.next()
 * await request.release()
 */
export interface HeldRequest extends HeldRequestInfo {
  /** Lets it go on, and resolves after its effect on the services. */
  release(): Promise<void>
  /** Ends it: `{ status: 503 }`, `{ connection: 'reset' }`. */
  fail(end: HeldEnd): Promise<void>
}

/**
 * Holds matching requests until it is ended.
 *
 * @example
 * await using hold = await world.hold({ operation: 'kv.put' })
 * const request = await hold.next()
 */
export interface Hold extends AsyncDisposable {
  /** The id of the fault that holds them. */
  readonly fault: string
  /**
   * Waits for the next held request; each is returned once.
   *
   * @param options the timeout in real ms, 2000 when left out
   * @throws EmulatorError `nothing_held`, with the requests that came instead
   */
  next(options?: { readonly timeoutMs?: number }): Promise<HeldRequest>
  /** Lists the requests held now. */
  list(): Promise<HeldRequest[]>
  /** Stops holding, and lets every held request go on. */
  end(): Promise<void>
}

/**
 * Options of a hold.
 *
 * @example
 * const hold = await world.hold({ operation: 'documents.create' }, { effect: 'after' })
 */
export interface HoldOptions {
  /** "before" holds a request before its operation; "after" runs the operation and holds the finished answer. */
  readonly effect?: 'before' | 'after' | undefined
}

/** Holds requests of a world. */
export interface HoldsClient {
  /** Holds matching requests: `hold({ operation: 'kv.put' })`. Without a match it holds every request. */
  hold(match?: MatchObject, options?: HoldOptions): Promise<Hold>
}

/** The wait of one call, in real ms. */
const WAIT_MS = 20_000
/** In real ms. After this long, the test probably holds the wrong request. */
const TIMEOUT_MS = 2000
/** The most requests to count, and to name, if none is held. */
const CAME_MAX = 1000
const NAMED_MAX = 3

/** @param others requests since the hold, newest first */
function nothingHeld(match: MatchObject = {}, others: readonly RequestSummary[]): EmulatorError {
  const named = others
    .slice(0, NAMED_MAX)
    .map(({ operation, method, path }) => `${operation ?? method} ${path}`)
  const instead =
    others.length === 0
      ? 'no request came'
      : `other requests that came: ${others.length}, the last: ${named.join(', ')}`
  const message = `nothing matched ${JSON.stringify(match)}; ${instead}`
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
            // Fails if the fault is gone.
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
