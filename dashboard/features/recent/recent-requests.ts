import { type ReadonlySignal, signal } from '@preact/signals'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { run } from '../../api.js'
import { PAGE_ROWS } from '../../lib/request-filter.js'
import { listen } from '../../live.js'

/** The newest requests of the run. */
interface Recent {
  /** Newest first. */
  readonly requests: readonly RequestSummary[]
  /** Whether the journal has no others. */
  readonly isWhole: boolean
}

/** More would say nothing else, and be counted at each beat. */
const KEPT_MAX = 500

/** The ms between two updates. */
const BEAT_MS = 250

const found = signal<Recent | undefined>(undefined)

/** The newest requests: those that the journal had as the page was opened, and those that came since. */
export const recent: ReadonlySignal<Recent | undefined> = found

/** Newest last. */
let arrived: RequestSummary[] = []
let isBeating = false
/** The number of the last load: answers to earlier ones are ignored. */
let asked = 0

/** Keeps them in step with the run's, for as long as the page is open: a request comes with its event. */
export function followRecent(): void {
  void load()
  listen('request', (requests) => {
    arrived.push(...(requests as readonly RequestSummary[]))
    if (!isBeating) setTimeout(beat, BEAT_MS)
    isBeating = true
  })
  // Something else became of a request, or the journal was emptied.
  for (const name of ['missed', 'reset', 'requests'] as const) listen(name, () => void load())
}

function beat(): void {
  isBeating = false
  if (found.value === undefined) return
  const known = new Set(found.value.requests.slice(0, arrived.length).map(({ id }) => id))
  const all = [...arrived.filter(({ id }) => !known.has(id)).reverse(), ...found.value.requests]
  arrived = []
  found.value = {
    requests: all.slice(0, KEPT_MAX),
    isWhole: found.value.isWhole && all.length <= KEPT_MAX,
  }
}

async function load(): Promise<void> {
  const number = ++asked
  try {
    // The same call as that of the journal while it has no filter: both have one answer.
    const query = { limit: PAGE_ROWS, statuses: 'true' }
    const { requests } = await run.get<{ requests: readonly RequestSummary[] }>('/requests', query)
    if (number !== asked) return
    found.value = { requests, isWhole: requests.length < PAGE_ROWS }
    beat()
  } catch {
    // The state of the connection shows it.
  }
}
