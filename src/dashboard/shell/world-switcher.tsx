import { useState } from 'preact/hooks'
import type { WorldInfo, WorldsAnswer } from '../../admin/calls/worlds.js'
import { dashboardPath, world } from '../address.js'
import { at, run } from '../api.js'
import { Action, Button, Confirm } from '../components/button.js'
import { Dialog } from '../components/dialog.js'
import { SelectField, TextField } from '../components/field.js'
import { InlineError } from '../components/notice.js'
import { useLive } from '../live.js'
import { past } from '../past.js'
import { linkHere, point } from '../router.js'

/** The name of the world, and links to the others. Each world has its own pages, so that none shows data of another. */
export function WorldSwitcher() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" class="world" onClick={() => setIsOpen(true)}>
        <span class="unseen">World: </span>
        {world ?? 'default world'}
        <span aria-hidden="true"> ▾</span>
      </button>
      {isOpen && <Worlds onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Worlds({ onClose }: { readonly onClose: () => void }) {
  const { data, error, reload } = useLive((signal) => run.get<WorldsAnswer>('/worlds', {}, signal))
  const [id, setId] = useState('')
  const [from, setFrom] = useState('current')
  const make = async () => {
    const made = await run.send<WorldInfo>('POST', '/worlds', { from, ...(id === '' ? {} : { id }) })
    location.assign(dashboardPath(made.id))
  }
  // A point of this world's history is none of another's.
  const hash = point.value === null ? location.hash : linkHere('')
  const worlds = [
    undefined,
    ...(data?.worlds ?? []).map((one) => one.id).filter((one) => one !== past.value?.world),
  ]
  return (
    <Dialog title="Worlds" onClose={onClose}>
      <p class="hint">
        A world is an emulator of its own: its state, clock, faults and requests touch no other.
      </p>
      <InlineError error={error} />
      <ul class="worlds">
        {worlds.map((one) => (
          <li key={one ?? ''}>
            <a
              href={dashboardPath(one) + hash}
              {...(one === world ? { 'aria-current': 'true' as const } : {})}
            >
              {one ?? 'default world'}
            </a>
            {one !== undefined && one !== world && (
              <Confirm
                label="Remove"
                isOfRun
                of={`world ${one}`}
                run={async () => {
                  await run.remove(at`/worlds/${one}`)
                  await reload()
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <div class="form">
        <TextField label="New world" placeholder="named by itself" value={id} onValue={setId} />
        <SelectField
          label="Begins as"
          value={from}
          onValue={setFrom}
          options={[
            ['current', 'this world, as it is now'],
            ['seed', 'the seed'],
          ]}
        />
      </div>
      <div class="form-end">
        <Button onClick={onClose}>Close</Button>
        <Action kind="primary" run={make}>
          Make and open
        </Action>
      </div>
    </Dialog>
  )
}
