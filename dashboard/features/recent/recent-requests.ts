import { type ReadonlySignal, signal } from '@preact/signals'
import type { RequestSummary } from '../../../src/admin/request-json.js'
import { run } from '../../api.js'
import { PAGE_ROWS } from '../../lib/request-filter.js'
import { listen } from '../../live.js'

interface Recent {
  /** Newest first. */
  readonly requests: readonly RequestSummary[]
  /** True if that's the whole journal. */
  readonly isWhole: boolean
}

/** A limit, because we go over all of them on each update. */
const KEPT_MAX = 500

const BEAT_MS = 250

const found = signal<Recent | undefined>(undefined)

/** Undefined until the journal is loaded. */
export const recent: ReadonlySignal<Recent | undefined> = found

/** Newest last. */
let arrived: RequestSummary[] = []
let isBeating = false
/** Lets us ignore responses to earlier loads. */
let asked = 0

/** New requests come with their events, so they aren't loaded again. */
export function followRecent(): void {
  void load()
  listen('request', (requests) => {
    arrived.push(...(requests as readonly RequestSummary[]))
    if (!isBeating) setTimeout(beat, BEAT_MS)
    isBeating = true
  })
  // A held request was released, or the journal was cleared.
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
    // The journal view makes the same call if there's no filter, and then shares the response.
    const query = { limit: PAGE_ROWS, statuses: 'true' }
    const { requests } = await run.get<{ requests: readonly RequestSummary[] }>('/requests', query)
    if (number !== asked) return
    found.value = { requests, isWhole: requests.length < PAGE_ROWS }
    beat()
  } catch {
    // The connection indicator already shows this.
  }
}
