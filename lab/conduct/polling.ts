import type { RequestDetails } from 'tristore-emulator'
import type { Duty, Occasion } from './duty.js'
import { apartMs, areSideBySide, type OrderOf } from './order.js'
import { givenBack } from './paging.js'

/** Real ms between two looks at a collection below which they count as polling. */
const INTERVAL_MS = 1000

/** This many looks in a row are tight polling; fewer are a page that is opened again. */
const LOOKS = 5

/** Looks at one collection by one client. */
interface Watch {
  readonly path: string
  /** The last looks that followed close on each other: at most the number that makes tight polling. */
  streak: RequestDetails[]
  looks: number
  readonly tight: Set<string>
  /** Looks that were as close, but may have been sent side by side. */
  readonly sideBySide: Set<string>
}

/** A look after a write by the same client is not polling. */
export const polling: Duty = {
  id: 'polling',
  duty: `GET /documents and GET /projects are not polled tightly: ${LOOKS} or more times, each less than ${INTERVAL_MS / 1000} s after the one before.`,
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
  const text = `${path} was asked for ${requests.length} times, at less than ${INTERVAL_MS / 1000} s`
  if (requests.length === 0) return { requests }
  return tight.size > 0 ? { requests, wrong: text } : { requests, doubt: `${text}: several were under way` }
}

/** The first page of a list; failures are the business of retries. */
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

/** GET and POST of a collection share their path. */
function unwatch(watches: Map<string, Watch>, record: RequestDetails): void {
  const watch = watches.get(clientOf(record))
  if (watch !== undefined) watch.streak = []
}
