import { Page } from '../../components/page.js'
import { namespaces } from '../../features/world-data.js'
import { Tail } from './tail.js'
import { Vitals } from './vitals.js'

export function Activity() {
  return (
    <Page title="Activity">
      <Vitals />
      <Tail namespaces={namespaces.data.value ?? []} />
    </Page>
  )
}
