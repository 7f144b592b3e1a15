import type { ContractInfo } from '../../../src/admin/calls/contract.js'
import { get } from '../../api.js'
import { Loaded } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Tabs } from '../../components/tabs.js'
import { useLive } from '../../live.js'
import { route } from '../../router.js'
import { GapsCard } from './gaps-card.js'
import { StatementsCard } from './statements-card.js'

const TABS = [
  ['Gaps', ''],
  ['Statements', 'statements'],
] as const

/** ms: with a full journal the answer takes too long to be asked for after every request. */
const REST_MS = 800

/** The view of the contract: its statements, and how this world fills its gaps. */
export function Contract() {
  const live = useLive(
    (signal) => get<ContractInfo>('/contract', {}, signal),
    undefined,
    ['request', 'reset', 'profile', 'requests'],
    REST_MS,
  )
  const tab = route.value.query.get('tab') ?? ''
  return (
    <Page
      title="Contract"
      lead="What it says, and how what it leaves open behaves here."
      actions={<Tabs label="Parts of the contract" tabs={TABS} />}
    >
      <Loaded of={live}>
        {(contract) =>
          tab === 'statements' ? (
            <StatementsCard contract={contract} />
          ) : (
            <GapsCard contract={contract} onChanged={live.reload} />
          )
        }
      </Loaded>
    </Page>
  )
}
