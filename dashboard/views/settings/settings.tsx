import type { ComponentType } from 'preact'
import { Page } from '../../components/page.js'
import { Tabs } from '../../components/tabs.js'
import { route } from '../../router.js'
import { Faults } from './faults.js'
import { Gaps } from './gaps.js'
import { Snapshots } from './snapshots.js'

/** The parts of the view: the name of each in the address, its title, and what can be done in it. */
const PARTS: Readonly<Record<string, readonly [title: string, lead: string, part: ComponentType]>> = {
  '': ['Snapshots', 'Keep the whole state as a snapshot, go back to one, or begin again.', Snapshots],
  faults: ['Faults', 'Have the services fail, and see whether the app copes.', Faults],
  gaps: ['Gaps', 'What the contract leaves open, and how it behaves here.', Gaps],
}

const TABS = Object.entries(PARTS).map(([tab, [title]]) => [title, tab] as const)

/** The view of what a world is set to: its snapshots and the reset, its faults, and the gaps of the contract. */
export function Settings() {
  const open = PARTS[route.value.query.get('tab') ?? '']
  if (open === undefined) return null
  const [, lead, Part] = open
  return (
    <Page title="Settings" lead={lead} actions={<Tabs label="Parts of this view" tabs={TABS} />}>
      <Part />
    </Page>
  )
}
