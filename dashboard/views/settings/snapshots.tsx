import { Present } from '../../components/present.js'
import { ResetCard } from './reset-card.js'
import { SnapshotsCard } from './snapshots-card.js'

/** The snapshots of the whole state, and the reset. */
export function Snapshots() {
  return (
    <Present>
      <div class="columns">
        <SnapshotsCard />
        <ResetCard />
      </div>
    </Present>
  )
}
