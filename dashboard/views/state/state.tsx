import { Page } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { ResetCard } from './reset-card.js'
import { SnapshotsCard } from './snapshots-card.js'

/** The view of the whole state: its snapshots, and the reset. */
export function State() {
  return (
    <Page
      title="State"
      lead="Keep the whole state as a snapshot, or go back to one. Open… and Save… are for files."
    >
      <Present>
        <div class="columns">
          <SnapshotsCard />
          <ResetCard />
        </div>
      </Present>
    </Page>
  )
}
