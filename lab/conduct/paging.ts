import type { RequestDetails } from 'tristore-emulator'
import type { Duty, Occasion } from './duty.js'
import { headerOf } from './headers.js'

/**
 * Counts a walk that stops early as a breach, because such a client mistakes the first page for the whole list. A first
 * page with a limit of 1 isn't a walk, but a check if there's anything at all. If the journal has lost the answer that
 * contained a cursor, we know that the cursor is real if the service accepted it.
 */
export const paging: Duty = {
  id: 'paging',
  duty: 'Each x-next is sent back as received, up to the last page.',
  section: 'Endpoints C, Pagination',
  judge({ records }) {
    const occasions: Occasion[] = []
    const left = leftPages(records)
    const given = new Set<string>()
    const givenTexts = new Set<string>()
    for (const record of records) {
      const requests = [record.id]
      const back = givenBack(record)
      if (back !== undefined) {
        const isUnknown = !given.has(back) && record.outcome === 'parameter_invalid'
        const isChanged = given.has(back) && isTakenApart(record, givenTexts)
        if (isUnknown) {
          occasions.push({ requests, wrong: `${record.id} sent an x-next that it never received` })
        } else if (isChanged) {
          const wrong = `${record.id} sent back an x-next with another limit`
          occasions.push({ requests, wrong })
        } else occasions.push({ requests })
      }
      const next = received(record)
      if (next === undefined) continue
      given.add(next)
      givenTexts.add(headerOf(record.responseHeaders, 'x-next') ?? '')
      if (back === undefined && left.has(record) && limitOf(record) === '1') continue
      const wrong = `the x-next of ${record.id} was not sent back: the rest of the list was not read`
      occasions.push(left.has(record) ? { requests, wrong } : { requests })
    }
    return occasions
  },
}

/**
 * Returns true if the client took an x-next apart and changed its limit. It's fine to send back the whole x-next with a
 * limit next to it.
 */
function isTakenApart(record: RequestDetails, givenTexts: ReadonlySet<string>): boolean {
  const next = nextOf(record)
  return next !== undefined && !givenTexts.has(next) && limitOf(record) !== null
}

const queryOf = ({ target, path }: RequestDetails): URLSearchParams =>
  new URLSearchParams(target.slice(path.length))

const limitOf = (record: RequestDetails): string | null => queryOf(record).get('limit')

const nextOf = (record: RequestDetails): string | undefined =>
  queryOf(record).get('next') ?? headerOf(record.requestHeaders, 'x-next')

/** Returns the pages whose x-next was never sent back. */
function leftPages(records: readonly RequestDetails[]): ReadonlySet<RequestDetails> {
  const left = new Set<RequestDetails>()
  const later = new Set<string>()
  for (const record of records.toReversed()) {
    const next = received(record)
    if (next !== undefined && !later.has(next)) left.add(record)
    const back = givenBack(record)
    if (back !== undefined) later.add(back)
  }
  return left
}

const isList = ({ operation }: RequestDetails): boolean =>
  operation === 'documents.list' || operation === 'projects.list'

/** Returns the x-next that a request sends back, including its collection. */
export function givenBack(record: RequestDetails): string | undefined {
  if (!isList(record)) return undefined
  const next = nextOf(record)
  return next === undefined ? undefined : placeOf(record, next)
}

/** Returns an answer's x-next, or undefined if the body was cut off. */
function received(record: RequestDetails): string | undefined {
  const { status, connection, responseHeaders } = record
  if (!isList(record) || status !== 200 || connection !== undefined) return undefined
  const next = headerOf(responseHeaders, 'x-next')
  return next === undefined ? undefined : placeOf(record, next)
}

/** Normalizes an x-next, so that it doesn't matter how the client sends it back. */
const placeOf = ({ operation }: RequestDetails, next: string): string => `${operation} ${cursorIn(next)}`

/** Extracts the cursor from an x-next, which may be a URL, a path or a bare cursor. */
function cursorIn(next: string): string {
  const query = next.indexOf('?')
  return query < 0 ? next : (new URLSearchParams(next.slice(query)).get('next') ?? '')
}
