import { send } from '../../api.js'
import { Confirm } from '../../components/button.js'
import { Page } from '../../components/page.js'
import { Undo } from '../../features/history/undo.js'
import { ClockCard } from './clock-card.js'
import { StrictnessCard } from './strictness-card.js'
import { UsageCard } from './usage-card.js'

/** The state of the world: its time, the use of its limits, and how strict it is. */
export function Overview() {
  return (
    <Page
      title="Overview"
      lead="Move the time, and watch what it does."
      actions={
        <>
          <Undo />
          <Confirm
            label="Reset to the seed"
            of=""
            small={false}
            kind="plain"
            run={() => send('POST', '/reset')}
          />
        </>
      }
    >
      <div class="stack">
        <ClockCard />
        <UsageCard />
        <StrictnessCard />
      </div>
    </Page>
  )
}
