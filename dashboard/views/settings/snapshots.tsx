import { useState } from 'preact/hooks'
import type { RestoredInfo, SnapshotInfo, SnapshotsAnswer } from '../../../src/admin/calls/snapshots.js'
import { at, get, remove, send } from '../../api.js'
import { Button, Confirm, useAction } from '../../components/button.js'
import { TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { FoundItems } from '../../components/found-items.js'
import { Empty, InlineError, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { Instant } from '../../components/time.js'
import { WouldChange } from '../../features/history/changes.js'
import { count, counted } from '../../lib/format.js'
import { useAnswer, useLive } from '../../live.js'
import { ResetCard } from './reset-card.js'

/** The snapshots of the whole state, and the reset. */
export function Snapshots() {
  return (
    <Present>
      <div class="columns">
        <SnapshotsCard />
        <ResetCard />
      </div>
    </Present>
  )
}

/** The snapshots of the world. */
function SnapshotsCard() {
  const live = useAnswer<SnapshotsAnswer>(get, '/snapshots')
  const [said, setSaid] = useState('')
  const [compared, setCompared] = useState<string | undefined>(undefined)
  return (
    <Card title="Snapshots" flush>
      <Take
        said={said}
        names={live.data?.snapshots.map(({ name }) => name) ?? []}
        onTaken={(name) => {
          setSaid(`Snapshot ${name} taken.`)
          live.reload()
        }}
      />
      <Loaded of={live}>
        {({ snapshots, present }) =>
          snapshots.length === 0 ? (
            <Empty title="No snapshot yet">
              Take one before trying something: restoring it undoes it all.
            </Empty>
          ) : (
            <FoundItems label="Snapshots" items={snapshots} textsOf={({ name }) => [name]}>
              {({ name, at: taken, sizes }) => (
                <li key={name}>
                  <div class="items-name">
                    <span class="mono">{name}</span>
                    <p class="hint">
                      at <Instant ms={taken} />
                    </p>
                    <p class="hint">{sizesText(sizes, present)}</p>
                  </div>
                  <span class="row tight">
                    <Button
                      kind="quiet"
                      small
                      aria-expanded={name === compared}
                      aria-label={`Compare ${name} with now`}
                      onClick={() => setCompared(name === compared ? undefined : name)}
                    >
                      Compare
                    </Button>
                    <Confirm
                      label="Restore"
                      of={name}
                      run={async () => {
                        await send('POST', at`/snapshots/${name}/restore`)
                        setSaid(`Back to ${name}.`)
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
                  {name === compared && <Restoring name={name} />}
                </li>
              )}
            </FoundItems>
          )
        }
      </Loaded>
    </Card>
  )
}

type Sizes = SnapshotInfo['sizes']

/** How much a snapshot holds, and how that differs from the world: "12 entries (2 more now)". */
function sizesText(sizes: Sizes, present: Sizes): string {
  const parts = KINDS.filter(([kind]) => sizes[kind] > 0 || present[kind] > 0).map(([kind, one]) => {
    const more = present[kind] - sizes[kind]
    const change = more === 0 ? '' : ` (${count(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} now)`
    return `${counted(sizes[kind], one, kind === 'entries' ? 'entries' : undefined)}${change}`
  })
  return parts.length === 0 ? 'nothing in it' : parts.join(', ')
}

const KINDS = [
  ['namespaces', 'namespace'],
  ['entries', 'entry'],
  ['stores', 'store'],
  ['configs', 'config'],
  ['projects', 'project'],
  ['documents', 'document'],
] as const

interface TakeProps {
  readonly said: string
  /** Those that are there: one of them is not replaced unasked. */
  readonly names: readonly string[]
  readonly onTaken: (name: string) => void
}

function Take({ said, names, onTaken }: TakeProps) {
  const [name, setName] = useState('')
  const { isBusy, error, start } = useAction(async () => {
    const taken = await send<SnapshotInfo>('POST', '/snapshots', name === '' ? {} : { name })
    setName('')
    onTaken(taken.name)
  })
  const isReplacing = names.includes(name)
  return (
    <Form class="inset toolbar" onSubmit={() => !isReplacing && start()}>
      <TextField
        label="Name"
        placeholder="automatic"
        value={name}
        onValue={setName}
        {...(isReplacing ? { hint: `There is one called ${name}.` } : {})}
      />
      {isReplacing ? (
        <Confirm
          key={name}
          label="Replace"
          of={`the snapshot ${name}`}
          small={false}
          kind="plain"
          run={start}
        />
      ) : (
        <Button type="submit" aria-busy={isBusy}>
          Take a snapshot
        </Button>
      )}
      <div class="hint said" role="status">
        {said}
      </div>
      <InlineError error={error} />
    </Form>
  )
}

/** ms: both states are read for each answer. */
const REST_MS = 2000

/** What differs between the world and a snapshot: what restoring it would change, key by key. */
function Restoring({ name }: { readonly name: string }) {
  const path = `${at`/snapshots/${name}/restore`}?dryRun=true`
  const live = useLive(path, () => send<RestoredInfo>('POST', path), { restMs: REST_MS })
  return (
    <section class="snapshot-difference" aria-label={`What restoring ${name} would change`}>
      <Loaded of={live}>{({ changes }) => changes !== undefined && <WouldChange of={changes} />}</Loaded>
    </section>
  )
}
