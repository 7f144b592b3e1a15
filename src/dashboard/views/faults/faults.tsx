import { useState } from 'preact/hooks'
import type { FaultsAnswer } from '../../../admin/calls/faults/faults.js'
import { get } from '../../api.js'
import { Page } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { useLive } from '../../live.js'
import { AddFault } from './add-fault.js'
import { FaultList } from './fault-list.js'

/** The view of injected faults: those in force, what they have done, and a form to add one. */
export function Faults() {
  const live = useLive((signal) => get<FaultsAnswer>('/faults', {}, signal), undefined, [
    'fault',
    'reset',
    'faults',
  ])
  const [added, setAdded] = useState<string | undefined>(undefined)
  return (
    <Page title="Faults" lead="Have the services fail, and see whether the app copes.">
      <div class="stack">
        <FaultList live={live} added={added} />
        <Present>
          <AddFault
            onAdded={(id) => {
              setAdded(id)
              void live.reload()
            }}
          />
        </Present>
      </div>
    </Page>
  )
}
