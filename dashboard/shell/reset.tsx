import { useState } from 'preact/hooks'
import { beginning } from '../address.js'
import { send } from '../api.js'
import { Confirm } from '../components/button.js'
import { CheckField } from '../components/field.js'

const KEEPABLE = [
  ['clock', 'Keep clock'],
  ['faults', 'Keep faults'],
  ['requests', 'Keep journal'],
] as const

export function Reset() {
  const [kept, setKept] = useState<readonly string[]>([])
  const [said, setSaid] = useState('')
  return (
    <div class="stack">
      <p class="hint">A reset goes back to {beginning}, including counters, ids, randomness and profile.</p>
      <div class="row">
        <fieldset class="row grow">
          <legend class="unseen">What to keep</legend>
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
        <Confirm
          label="Reset"
          of={`to ${beginning}`}
          kind="danger"
          small={false}
          run={async () => {
            await send('POST', '/reset', { keep: kept })
            setSaid(`Reset to ${beginning}`)
          }}
        />
      </div>
      <div class="hint" role="status">
        {said}
      </div>
    </div>
  )
}
