import { useState } from 'preact/hooks'
import type { SnapshotInfo, SnapshotsAnswer } from '../../../admin/calls/snapshots.js'
import { at, get, remove, send } from '../../api.js'
import { Button, Confirm, useAction } from '../../components/button.js'
import { TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { Empty, InlineError, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { Instant } from '../../components/time.js'
import { useLive } from '../../live.js'

/** The snapshots of the world. */
export function SnapshotsCard({ onRestored }: { readonly onRestored: () => void }) {
  const live = useLive((signal) => get<SnapshotsAnswer>('/snapshots', {}, signal), undefined, [
    'reset',
    'snapshots',
  ])
  const [said, setSaid] = useState('')
  return (
    <Card title="Snapshots" flush>
      <Take
        said={said}
        onTaken={(name) => {
          setSaid(`Kept as ${name}.`)
          live.reload()
        }}
      />
      <Loaded of={live}>
        {({ snapshots }) =>
          snapshots.length === 0 ? (
            <Empty title="No snapshot yet">
              Take one before trying something: restoring it undoes it all.
            </Empty>
          ) : (
            <ul class="items" aria-label="Snapshots">
              {snapshots.map(({ name, at: taken }) => (
                <li key={name}>
                  <div class="items-name">
                    <span class="mono">{name}</span>
                    <p class="hint">
                      at <Instant ms={taken} />
                    </p>
                  </div>
                  <span class="items-acts">
                    <Confirm
                      label="Restore"
                      of={name}
                      run={async () => {
                        await send('POST', at`/snapshots/${name}/restore`)
                        setSaid(`Back to ${name}.`)
                        onRestored()
                      }}
                    />
                    <Confirm
                      label="Delete"
                      of={name}
                      run={async () => {
                        await remove(at`/snapshots/${name}`)
                        live.reload()
                      }}
                    />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function Take({ said, onTaken }: { readonly said: string; readonly onTaken: (name: string) => void }) {
  const [name, setName] = useState('')
  const { isBusy, error, start } = useAction(async () => {
    const taken = await send<SnapshotInfo>('POST', '/snapshots', name === '' ? {} : { name })
    setName('')
    onTaken(taken.name)
  })
  return (
    <Form class="inset toolbar" onSubmit={start}>
      <TextField label="Name" placeholder="named by itself" value={name} onValue={setName} />
      <Button type="submit" aria-busy={isBusy}>
        Take a snapshot
      </Button>
      <p class="hint said" role="status">
        {said}
      </p>
      <InlineError error={error} />
    </Form>
  )
}
