import { cursorIn } from '../../api/paging.js'
import type { Exchange } from '../../api/record.js'
import { headerOf } from '../../web/raw-headers.js'
import type { Duty, Occasion } from './duty.js'

/**
 * A walk that is left before its end breaks it: what is not told from a client that takes the first page for all there
 * is. A cursor that the journal has lost, or that was given out before it was emptied, is known by being taken.
 */
export const paging: Duty = {
  id: 'paging',
  duty: 'Each x-next is given back as it was received, to the end.',
  section: 'Endpoints C, Pagination',
  *judge({ exchanges }): Iterable<Occasion> {
    const left = leftPages(exchanges)
    const given = new Set<string>()
    for (const exchange of exchanges) {
      const requests = [exchange.id]
      const back = givenBack(exchange)
      if (back !== undefined) {
        const isAltered = !given.has(back) && exchange.outcome === 'parameter_invalid'
        yield isAltered
          ? { requests, wrong: `${exchange.id} gave back an x-next that was not received` }
          : { requests }
      }
      const next = received(exchange)
      if (next === undefined) continue
      given.add(next)
      yield left.has(exchange)
        ? {
            requests,
            wrong: `the x-next of ${exchange.id} was not given back: what comes behind it was not read`,
          }
        : { requests }
    }
  },
}

/** The pages whose x-next no later request gave back. */
function leftPages(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const left = new Set<Exchange>()
  const later = new Set<string>()
  for (const exchange of exchanges.toReversed()) {
    const next = received(exchange)
    if (next !== undefined && !later.has(next)) left.add(exchange)
    const back = givenBack(exchange)
    if (back !== undefined) later.add(back)
  }
  return left
}

const isList = ({ operation }: Exchange): boolean =>
  operation === 'documents.list' || operation === 'projects.list'

/** The x-next that a request gives back, and for which collection. */
export function givenBack(exchange: Exchange): string | undefined {
  if (!isList(exchange)) return undefined
  const { target, path, requestHeaders } = exchange
  const query = new URLSearchParams(target.slice(path.length))
  const next = query.get('next') ?? headerOf(requestHeaders, 'x-next')
  return next === null || next === undefined ? undefined : placeOf(exchange, next)
}

/** The x-next that an answer gave out, likewise; one whose body was cut off brought nothing. */
function received(exchange: Exchange): string | undefined {
  const { status, disturbance, replyHeaders } = exchange
  if (!isList(exchange) || status !== 200 || disturbance?.connection !== undefined) return undefined
  const next = headerOf(replyHeaders, 'x-next')
  return next === undefined ? undefined : placeOf(exchange, next)
}

/** The same for one x-next, in whichever of the ways it is given back. */
const placeOf = ({ operation }: Exchange, next: string): string => `${operation} ${cursorIn(next)}`
