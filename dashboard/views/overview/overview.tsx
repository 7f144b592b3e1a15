import type { NamespaceInfo } from '../../../src/admin/calls/namespaces.js'
import { beginning } from '../../address.js'
import { get, send } from '../../api.js'
import { useWhileRunning } from '../../clock.js'
import { Confirm } from '../../components/button.js'
import { Loaded } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { useLive } from '../../live.js'
import { UsageCard } from './usage-card.js'

/** The state of the world: the use of its limits. */
export function Overview() {
  const live = useLive((signal) => get<{ namespaces: NamespaceInfo[] }>('/namespaces', {}, signal))
  useWhileRunning(live.reload)
  return (
    <Page
      title="Overview"
      lead="What is used of the limits."
      actions={
        <Confirm
          label={`Reset to ${beginning}`}
          of=""
          small={false}
          kind="plain"
          run={() => send('POST', '/reset')}
        />
      }
    >
      <Loaded of={live}>{({ namespaces }) => <UsageCard namespaces={namespaces} />}</Loaded>
    </Page>
  )
}
