import type { RestoredInfo } from '../../../src/admin/calls/snapshots.js'
import { at, send } from '../../api.js'
import { Loaded } from '../../components/notice.js'
import { useLive } from '../../live.js'
import { WouldChange } from './would-change.js'

/** ms: both states are read for each answer. */
const REST_MS = 2000

/** What differs between the world and a snapshot: what restoring it would change, key by key. */
export function Restoring({ name }: { readonly name: string }) {
  const live = useLive(
    () => send<RestoredInfo>('POST', `${at`/snapshots/${name}/restore`}?dryRun=true`),
    name,
    ['request', 'clock', 'reset', 'change'],
    REST_MS,
  )
  return (
    <section class="snapshot-difference" aria-label={`What restoring ${name} would change`}>
      <Loaded of={live}>{({ changes }) => changes !== undefined && <WouldChange of={changes} />}</Loaded>
    </section>
  )
}
