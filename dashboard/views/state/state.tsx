import { useState } from 'preact/hooks'
import { Page } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { Undo } from '../../features/history/undo.js'
import { ExportCard } from './export-card.js'
import { ImportCard } from './import-card.js'
import { ResetCard } from './reset-card.js'
import { SnapshotsCard } from './snapshots-card.js'

/** The view of the whole state: export, import, reset and snapshots. */
export function State() {
  // A change by one card loads the others again.
  const [changes, setChanges] = useState(0)
  const changed = () => setChanges((before) => before + 1)
  return (
    <Page
      title="State"
      lead="Take the whole state out, put another in, or go back to one."
      actions={<Undo />}
    >
      <div class="stack">
        <Present>
          <div class="columns">
            <SnapshotsCard onRestored={changed} />
            <ResetCard onReset={changed} />
          </div>
        </Present>
        <ExportCard changes={changes} />
        <Present>
          <ImportCard onTaken={changed} />
        </Present>
      </div>
    </Page>
  )
}
