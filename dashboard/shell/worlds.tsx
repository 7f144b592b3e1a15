import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { WorldInfo, WorldsAnswer } from '../../src/admin/calls/worlds.js'
import { dashboardPath, world } from '../address.js'
import { at, run } from '../api.js'
import { Action, Button, Confirm } from '../components/button.js'
import { Dialog } from '../components/dialog.js'
import { FindField, SelectField, TextField } from '../components/field.js'
import { InlineError } from '../components/notice.js'
import { SortField, sortNow } from '../components/table.js'
import { counted, dateTime, span } from '../lib/format.js'
import { isFound, SEEN_AT_ONCE } from '../lib/found.js'
import type { SortWays } from '../lib/sort.js'
import { useLive } from '../live.js'
import { past } from '../past.js'
import { linkHere, point } from '../router.js'

type Listed = WorldsAnswer['worlds'][number]

/** ms: no event of this world reports that another was made. */
const LOOK_MS = 1000

const ORDERS: readonly SortWays[] = [
  [
    ['ageMs', 'newest'],
    ['-ageMs', 'oldest'],
  ],
  [
    ['id', 'name, a to z'],
    ['-id', 'name, z to a'],
  ],
  [
    ['idleMs', 'used last'],
    ['-idleMs', 'used longest ago'],
  ],
  [
    ['-requests', 'most requests'],
    ['requests', 'fewest requests'],
  ],
]

/** The worlds: opened, made and removed. */
export function Worlds({ onClose }: { readonly onClose: () => void }) {
  const [sought, setSought] = useState('')
  const sort = sortNow('', 'worlds')
  const { data, error, reload } = useLive(
    (signal) => run.get<WorldsAnswer>('/worlds', { sort }, signal),
    sort,
  )
  useEffect(() => {
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  const all = (data?.worlds ?? []).filter(({ id }) => id !== past.value?.world)
  const found = all.filter(({ id, from }) => isFound(sought, id, from))
  const others = found.filter(({ id }) => id !== world)
  const remove = async (worlds: readonly Listed[]) => {
    for (const { id } of worlds) await run.remove(at`/worlds/${id}`)
    await reload()
  }
  return (
    <Dialog title="Worlds" onClose={onClose}>
      <p class="hint">
        A world is an emulator by itself: its state, clock, faults and requests touch no other.
      </p>
      <InlineError error={error} />
      {all.length > SEEN_AT_ONCE && (
        <div class="toolbar">
          <FindField of="worlds" value={sought} onValue={setSought} />
          <SortField orders={ORDERS} of="worlds" />
        </div>
      )}
      <ul class="worlds">
        <li>
          <WorldLink id={undefined}>the emulator's own</WorldLink>
        </li>
        {found.map((one) => (
          <li key={one.id}>
            <WorldLink id={one.id}>
              from {one.from} · {dateTime(one.clock.now)}
              {one.clock.mode === 'frozen' ? ' (frozen)' : ''} · {counted(one.requests, 'request')} · made{' '}
              {span(one.ageMs)} ago
              {one.requests > 0 && ` · used ${span(one.idleMs)} ago`}
            </WorldLink>
            {one.id !== world && (
              <Confirm label="Remove" isOfRun of={`world ${one.id}`} run={() => remove([one])} />
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Confirm
          label={`Remove ${counted(others.length, 'world')}`}
          isOfRun
          of={sought === '' ? '' : `with ${sought}`}
          run={() => remove(others)}
        />
      )}
      <NewWorld onClose={onClose} />
    </Dialog>
  )
}

interface WorldLinkProps {
  readonly id: string | undefined
  readonly children: ComponentChildren
}

function WorldLink({ id, children }: WorldLinkProps) {
  // A point of this world's history is none of another's.
  const hash = point.value === null ? location.hash : linkHere({ at: '' })
  return (
    <a href={dashboardPath(id) + hash} {...(id === world ? { 'aria-current': 'true' as const } : {})}>
      <span>{id ?? 'default world'}</span>
      <span class="hint">{children}</span>
    </a>
  )
}

function NewWorld({ onClose }: { readonly onClose: () => void }) {
  const [id, setId] = useState('')
  const [from, setFrom] = useState('current')
  const make = async () => {
    const made = await run.send<WorldInfo>('POST', '/worlds', { from, ...(id === '' ? {} : { id }) })
    location.assign(dashboardPath(made.id) + (point.value === null ? location.hash : linkHere({ at: '' })))
  }
  return (
    <>
      <div class="form">
        <TextField label="New world" placeholder="auto-generated" value={id} onValue={setId} />
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
    </>
  )
}
