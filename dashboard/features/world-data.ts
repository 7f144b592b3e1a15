import { effect } from '@preact/signals'
import type { Timeline } from '../../src/admin/calls/history/timeline.js'
import { LAST_INSTANT_MS } from '../../src/core/instants.js'
import type { NamespaceInfo } from '../../src/services/kv/admin.js'
import { get, run } from '../api.js'
import { present } from '../clock.js'
import { Followed } from '../followed.js'
import { upcomingOf } from './time/upcoming.js'

/** The coming events; keys with a line of their own are named. */
const AHEAD = { from: 'now', to: new Date(LAST_INSTANT_MS).toISOString(), names: 200 }

const CHANGES = ['request', 'clock', 'fault', 'reset', 'change'] as const

/** What time brings to the run. The call reads all entries: changes that follow each other ask for it once in 2 s. */
export const timeline = new Followed(() => run.get<Timeline>('/timeline', AHEAD), CHANGES, 2000)

/** The namespaces of the moment that is shown, with what is used of their limits. */
export const namespaces = new Followed(
  async () => (await get<{ namespaces: readonly NamespaceInfo[] }>('/namespaces')).namespaces,
  CHANGES,
  500,
)

/** The least real ms between two loads for the sake of keys that expire. */
const EXPIRY_REST_MS = 5000

/** Keeps both in step, also with time alone. */
export function followWorldData(): void {
  timeline.follow()
  namespaces.follow()
  followExpiries()
}

/** No event reports that a key expired: the timeline says when. It is loaded again once all that it names is past. */
function followExpiries(): void {
  let isResting = false
  let seen: Timeline | undefined
  let counted = 0
  effect(() => {
    const [known, now] = [timeline.data.value, present.value ?? 0]
    if (known === undefined || isResting) return
    const coming = upcomingOf(known)
    const passed = coming.filter(({ at }) => at <= now).length
    if (passed <= (known === seen ? counted : 0)) return
    seen = known
    counted = passed
    isResting = true
    setTimeout(() => {
      isResting = false
    }, EXPIRY_REST_MS)
    namespaces.reload()
    const { count, first } = known.expiries
    if (first.length < count && (first.at(-1)?.at ?? 0) <= now) timeline.reload()
  })
}
