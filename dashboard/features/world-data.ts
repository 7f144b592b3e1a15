import { effect } from '@preact/signals'
import type { Timeline } from '../../src/admin/calls/history/timeline.js'
import { LAST_INSTANT_MS } from '../../src/core/instants.js'
import type { NamespaceInfo } from '../../src/services/kv/admin/namespaces.js'
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

/** Keeps both in step, also with time alone: no event reports that a key expired. */
export function followWorldData(): void {
  timeline.follow()
  namespaces.follow()
  effect(() => {
    const next = timeline.data.value && upcomingOf(timeline.data.value)[0]
    if (next === undefined || (present.value ?? 0) < next.at) return
    timeline.reload()
    namespaces.reload()
  })
}
