import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { WorldInfo, WorldsAnswer } from '../../src/admin/calls/worlds.js'
import { dashboardPath, world } from '../address.js'
import { at, run } from '../api.js'
import { Button, Confirm } from '../components/button.js'
import { Dialog } from '../components/dialog.js'
import { type Draft, DraftForm, type FieldSpec } from '../components/draft-form.js'
import { FindField } from '../components/field.js'
import { InlineError } from '../components/notice.js'
import { Present } from '../components/present.js'
import { openDialog } from '../features/dialogs.js'
import { counted, dateTime, span } from '../lib/format.js'
import { isFound, SEEN_AT_ONCE } from '../lib/found.js'
import { useAnswer } from '../live.js'
import { past } from '../past.js'
import { linkHere, point } from '../router.js'
import { Reset } from './reset.js'

type Listed = WorldsAnswer['worlds'][number]

/** Real ms. We have to poll, because this world's events don't include new worlds. */
const LOOK_MS = 1000

export function Worlds({ onClose }: { readonly onClose: () => void }) {
  const [sought, setSought] = useState('')
  const { data, error, reload } = useAnswer<WorldsAnswer>(run.get, '/worlds')
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
      <section class="inset-note" aria-label="This world">
        <div class="row">
          {(['open', 'save'] as const).map((kind) => (
            <Button
              key={kind}
              onClick={() => {
                onClose()
                openDialog({ kind })
              }}
            >
              {kind === 'open' ? 'Open…' : 'Save…'}
            </Button>
          ))}
          <span class="hint">a seed, a state or a bundle</span>
        </div>
        <Present>
          <Reset />
        </Present>
      </section>
      <p class="hint">Each world has its own state, clock, faults and requests.</p>
      <InlineError error={error} />
      {all.length > SEEN_AT_ONCE && (
        <div class="toolbar">
          <FindField of="worlds" value={sought} onValue={setSought} />
        </div>
      )}
      <ul class="worlds">
        <li>
          <WorldLink id={undefined}>can't be removed</WorldLink>
        </li>
        {found.map((one) => (
          <li key={one.id} class="row">
            <WorldLink id={one.id}>
              from {one.from} · {dateTime(one.clock.now)}
              {one.clock.mode === 'frozen' ? ' (frozen)' : ''} · {counted(one.requests, 'request')} · created{' '}
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
      <DraftForm
        fields={NEW}
        start={{ id: '', from: 'current' }}
        verb="Create and open"
        isOfRun
        save={make}
        onCancel={onClose}
      />
    </Dialog>
  )
}

interface WorldLinkProps {
  readonly id: string | undefined
  readonly children: ComponentChildren
}

function WorldLink({ id, children }: WorldLinkProps) {
  return (
    <a href={dashboardPath(id) + hashHere()} {...(id === world ? { 'aria-current': 'true' as const } : {})}>
      <span>{id ?? 'default world'}</span>
      <span class="hint">{children}</span>
    </a>
  )
}

const NEW: readonly FieldSpec[] = [
  { name: 'id', label: 'New world', placeholder: 'auto-generated' },
  {
    name: 'from',
    label: 'Starts from',
    options: [
      ['current', 'this world, as it is now'],
      ['seed', 'the seed'],
    ],
  },
]

async function make({ id, from }: Draft): Promise<void> {
  const made = await run.send<WorldInfo>('POST', '/worlds', { from, ...(id === '' ? {} : { id }) })
  location.assign(dashboardPath(made.id) + hashHere())
}

/** Leaves out the moment, since points in one world's history don't exist in another's. */
const hashHere = (): string => (point.value === null ? location.hash : linkHere({ at: '' }))
