import type { RequestDetails } from 'tristore-emulator'
import type { Duty, Occasion } from './duty.js'
import { apartMs, areSideBySide, type OrderOf } from './order.js'
import { givenBack } from './paging.js'

/** Looking at a collection twice within this time (in real ms) counts as polling. */
const INTERVAL_MS = 1000

/** This many quick looks in a row are tight polling. Fewer might be a page that was reopened. */
const LOOKS = 5

/** Tracks one client's looks at one collection. */
interface Watch {
  readonly path: string
  /** The last quick looks in a row, up to LOOKS of them. */
  streak: RequestDetails[]
  looks: number
  readonly tight: Set<string>
  /** Equally quick looks that may have been sent in parallel. */
  readonly sideBySide: Set<string>
}

/** Looking at a collection after writing to it isn't polling. */
export const polling: Duty = {
  id: 'polling',
  duty: `GET /documents and GET /projects are not polled tightly, i.e. ${LOOKS} or more times, each less than ${INTERVAL_MS / 1000} s after the previous one.`,
  section: 'Limits C.1',
  judge({ records, orderOf }) {
    const watches = new Map<string, Watch>()
    for (const record of records) {
      if (record.operation === 'documents.create' || record.operation === 'projects.create') {
        unwatch(watches, record)
      } else if (isLook(record)) look(watches, record, orderOf)
    }
    return [...watches.values()].filter(({ looks }) => looks >= 2).map(judgeWatch)
  },
}

function judgeWatch({ path, tight, sideBySide }: Watch): Occasion {
  const requests = [...(tight.size > 0 ? tight : sideBySide)]
  const text = `${path} was requested ${requests.length} times, less than ${INTERVAL_MS / 1000} s apart`
  if (requests.length === 0) return { requests }
  return tight.size > 0 ? { requests, wrong: text } : { requests, doubt: `${text}: several were in progress` }
}

/** Returns true for a list's first page. Failed requests don't count, since retrying is another duty. */
function isLook(record: RequestDetails): boolean {
  const { operation, status } = record
  if (operation !== 'documents.list' && operation !== 'projects.list') return false
  return status === 200 && givenBack(record) === undefined
}

const clientOf = ({ credential, path }: RequestDetails): string => `${credential}\n${path}`

function look(watches: Map<string, Watch>, record: RequestDetails, orderOf: OrderOf): void {
  const client = clientOf(record)
  const { path } = record
  const watch = watches.get(client) ?? {
    path,
    streak: [],
    looks: 0,
    tight: new Set(),
    sideBySide: new Set(),
  }
  watches.set(client, watch)
  const before = watch.streak.at(-1)
  if (before !== undefined && apartMs(before, record) >= INTERVAL_MS) watch.streak = []
  watch.streak = [...watch.streak, record].slice(-LOOKS)
  watch.looks++
  if (watch.streak.length < LOOKS) return
  const close = areSideBySide(watch.streak, orderOf) ? watch.sideBySide : watch.tight
  for (const { id } of watch.streak) close.add(id)
}

/** Starts over when the client writes to the collection. GET and POST have the same path. */
function unwatch(watches: Map<string, Watch>, record: RequestDetails): void {
  const watch = watches.get(clientOf(record))
  if (watch !== undefined) watch.streak = []
}
