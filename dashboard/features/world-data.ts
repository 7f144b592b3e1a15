import { effect } from '@preact/signals'
import type { Timeline } from '../../src/admin/calls/history/timeline.js'
import { LAST_INSTANT_MS } from '../../src/core/instants.js'
import type { NamespaceInfo } from '../../src/services/kv/admin.js'
import { get, run } from '../api.js'
import { present } from '../clock.js'
import { Followed } from '../followed.js'
import { upcomingOf } from './time/upcoming.js'

/** Names up to 200 keys. */
const AHEAD = { from: 'now', to: new Date(LAST_INSTANT_MS).toISOString(), names: 200 }

const CHANGES = ['request', 'clock', 'fault', 'reset', 'change'] as const

/** As of the present. The call reads every entry, so it's made at most once every 2 s. */
export const timeline = new Followed(() => run.get<Timeline>('/timeline', AHEAD), CHANGES, 2000)

/** Namespaces of the moment that's shown, with how much of their limits is used. */
export const namespaces = new Followed(
  async () => (await get<{ namespaces: readonly NamespaceInfo[] }>('/namespaces')).namespaces,
  CHANGES,
  500,
)

/** Real ms between reloads caused by expiring keys. */
const EXPIRY_REST_MS = 5000

/** Also reloads if nothing but time changes. */
export function followWorldData(): void {
  timeline.follow()
  namespaces.follow()
  followExpiries()
}

/**
 * No event says that a key has expired, so go by the timeline, and reload it once all the keys that it names have
 * expired.
 */
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
