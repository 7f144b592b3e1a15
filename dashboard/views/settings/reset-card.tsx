import { useState } from 'preact/hooks'
import { beginning } from '../../address.js'
import { send } from '../../api.js'
import { Confirm } from '../../components/button.js'
import { CheckField } from '../../components/field.js'
import { Card } from '../../components/page.js'

const KEEPABLE = [
  ['clock', 'Keep the clock'],
  ['faults', 'Keep the faults'],
  ['requests', 'Keep the journal of requests'],
] as const

/** Goes back to the seed. */
export function ResetCard() {
  const [kept, setKept] = useState<readonly string[]>([])
  const [said, setSaid] = useState('')
  return (
    <Card title="Reset">
      <div class="stack">
        <p>
          Back to {beginning}: state, counters, ids, randomness and profile, and whatever is not kept here.
        </p>
        <fieldset class="row">
          <legend class="unseen">What stays</legend>
          {KEEPABLE.map(([name, label]) => (
            <CheckField
              key={name}
              label={label}
              checked={kept.includes(name)}
              onValue={(checked) =>
                setKept(checked ? [...kept, name] : kept.filter((other) => other !== name))
              }
            />
          ))}
        </fieldset>
        <div class="form-end">
          <div class="hint grow" role="status">
            {said}
          </div>
          <Confirm
            label="Reset"
            of={`to ${beginning}`}
            small={false}
            run={async () => {
              await send('POST', '/reset', { keep: kept })
              setSaid(`Reset to ${beginning}.`)
            }}
          />
        </div>
      </div>
    </Card>
  )
}
