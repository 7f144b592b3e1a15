import type { NamespaceInfo } from '../../../src/admin/calls/namespaces.js'
import { get } from '../../api.js'
import { useWhileRunning } from '../../clock.js'
import { Page } from '../../components/page.js'
import { Tabs } from '../../components/tabs.js'
import { useLive } from '../../live.js'
import { route } from '../../router.js'
import { Clients } from './clients.js'
import { Tail } from './tail.js'
import { UsageStrip } from './usage-strip.js'

const TABS = [
  ['Journal', ''],
  ['Clients', 'clients'],
] as const

/** The view of the app's requests as they come, and of the clients that send them. */
export function Activity() {
  const { data, reload } = useLive((signal) =>
    get<{ namespaces: readonly NamespaceInfo[] }>('/namespaces', {}, signal),
  )
  useWhileRunning(reload)
  const { namespaces } = data ?? { namespaces: [] }
  const isClients = route.value.query.get('tab') === 'clients'
  return (
    <Page title="Activity" actions={<Tabs label="Parts of this view" tabs={TABS} />}>
      <UsageStrip namespaces={namespaces} />
      {isClients ? <Clients /> : <Tail namespaces={namespaces} />}
    </Page>
  )
}
