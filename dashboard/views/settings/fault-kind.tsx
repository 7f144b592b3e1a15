import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import type { FaultInfo, FaultsAnswer } from '../../../src/admin/calls/faults/faults.js'
import { at, get, send } from '../../api.js'
import { now } from '../../clock.js'
import { Action, useAction } from '../../components/button.js'
import { Chip, type Tone } from '../../components/chip.js'
import { Code } from '../../components/code.js'
import type { Draft } from '../../components/draft-form.js'
import { CheckField } from '../../components/field.js'
import { InlineError } from '../../components/notice.js'
import { Present } from '../../components/present.js'
import type { Column } from '../../components/table.js'
import { Countdown } from '../../components/time.js'
import { FAULT_STATES, type FaultState, stateOf } from '../../features/faults/fault-state.js'
import { type ListedKind, localList } from '../../features/records/kind.js'
import { count } from '../../lib/format.js'
import { sentence } from '../../lib/request-text.js'
import { orderBy, type RankedOrder } from '../../lib/sort.js'
import { momentText } from '../../lib/typed-time.js'
import { linkTo, openQuery } from '../../router.js'
import { effectText, matchText } from './describe.js'
import { type FaultFields, faultOf, fieldsOf, NO_FIELDS } from './fault-fields.js'
import { FIELDS } from './fault-form.js'

/** Keeps the draft while the user visits other views. */
const kept = signal<Draft>({})

/** Turns the times that the user typed into instants. */
function typedFault(draft: Draft): object {
  const { from = '', until = '' } = draft
  const times = { from: momentText(from, now.peek()), until: momentText(until, now.peek()) }
  return faultOf({ ...NO_FIELDS, ...draft, ...times })
}

/** @param start what a new fault begins with */
export const faultKind = (start: FaultFields): ListedKind<FaultInfo> => ({
  noun: 'fault',
  plural: 'faults',
  path: '/faults',
  found: '503, kv.put, used up',
  hint: 'Requests get their normal responses. Pick a preset above.',
  list: localList({
    load: async (signal) => (await get<FaultsAnswer>('/faults', {}, signal)).faults,
    textsOf: (fault) => [fault.id, effectText(fault), matchText(fault), stateOf(fault, now.peek())],
    orders: [STATE, HITS, LEFT],
  }),
  idOf: ({ id }) => id,
  columns: COLUMNS,
  form: {
    add: 'Add custom fault',
    fieldsOf: () => FIELDS,
    draftOf: (fault) => (fault === undefined ? start : fieldsOf(fault)),
    save: (draft, fault) => send('POST', '/faults', { ...typedFault(draft), ...(fault && { id: fault.id }) }),
    kept,
    preview: (draft) => <Code label="Fault as JSON" text={JSON.stringify(typedFault(draft))} />,
  },
  actions: (fault, reload) => <FaultActions fault={fault} reload={reload} />,
  detail: {
    area: 'faults',
    parameter: 'id',
    get: (id, signal) => get<FaultInfo>(at`/faults/${id}`, {}, signal),
    titleOf: (id) => `Fault ${id}`,
    facts: (fault) => <Facts fault={fault} />,
    textOf: (fault) => JSON.stringify(faultOf(fieldsOf(fault))),
    isWithoutLife: true,
  },
})

function Facts({ fault }: { readonly fault: FaultInfo }) {
  const { id, hits, remaining } = fault
  return (
    <>
      <p class="fact">{sentence(effectText(fault))}</p>
      <p class="text">on {matchText(fault)}</p>
      <p class="row">
        <StateChip fault={fault} />
        <a href={linkTo('activity', { fault: id })}>{count(hits)} hits</a>
        <span class="hint">{remaining === null ? 'unlimited' : `${count(remaining)} left`}</span>
      </p>
      <p class="hint">Editing it resets its hits to 0.</p>
    </>
  )
}

interface FaultActionsProps {
  readonly fault: FaultInfo
  readonly reload: () => Promise<void>
}

function FaultActions({ fault, reload }: FaultActionsProps) {
  const { id, hits } = fault
  const doing = (work: () => Promise<unknown>) => async () => {
    await work()
    await reload()
  }
  const move = (by: -1 | 1) =>
    doing(async () => {
      const { faults } = await get<FaultsAnswer>('/faults')
      const place = faults.findIndex((one) => one.id === id)
      const before = faults[by === -1 ? Math.max(0, place - 1) : place + 2]?.id ?? null
      if (before !== id) await send('PATCH', at`/faults/${id}`, { before })
    })
  const rearm = doing(() => send('POST', '/faults', { ...faultOf(fieldsOf(fault)), id }))
  const copy = doing(async () => {
    const { id: made } = await send<{ id: string }>('POST', '/faults', faultOf(fieldsOf(fault)))
    openQuery({ id: made, edit: '1', new: '' })
  })
  return (
    <Present>
      <div class="row tight">
        <Action small aria-label={`Copy ${id}`} run={copy}>
          Copy
        </Action>
        <Action
          small
          aria-label={`Re-arm ${id}`}
          title="Reset its hits to 0"
          disabled={hits === 0}
          run={rearm}
        >
          Re-arm
        </Action>
        <Action small aria-label={`Try ${id} earlier`} run={move(-1)}>
          Earlier
        </Action>
        <Action small aria-label={`Try ${id} later`} run={move(1)}>
          Later
        </Action>
      </div>
    </Present>
  )
}

function Switch({ fault: { id, enabled } }: { readonly fault: FaultInfo }) {
  // Shown until the list is up to date.
  const [chosen, setChosen] = useState<boolean | undefined>(undefined)
  useEffect(() => setChosen(undefined), [enabled])
  const { error, start } = useAction(async () => {
    setChosen(!enabled)
    await send('PATCH', at`/faults/${id}`, { enabled: !enabled }).catch((failure: unknown) => {
      setChosen(undefined)
      throw failure
    })
  })
  return (
    <>
      <CheckField label={`${id} on`} isLabelUnseen checked={chosen ?? enabled} onValue={start} />
      <InlineError error={error} />
    </>
  )
}

const STATE: RankedOrder<FaultInfo> = {
  order: orderBy('state', 'active first', 'active last'),
  rankOf: (fault) => FAULT_STATES.indexOf(stateOf(fault, now.value)),
}
const HITS: RankedOrder<FaultInfo> = {
  order: orderBy('-hits', 'most hits', 'fewest hits'),
  rankOf: ({ hits }) => hits,
}
const LEFT: RankedOrder<FaultInfo> = {
  order: orderBy('left', 'fewest left', 'most left'),
  rankOf: ({ remaining }) => remaining ?? Number.MAX_VALUE,
}

const COLUMNS: readonly Column<FaultInfo>[] = [
  {
    title: 'Fault',
    cell: (fault) => (
      <span class="fault">
        <b class="mono">{fault.id}</b> <span>{effectText(fault)}</span>{' '}
        <span class="hint">on {matchText(fault)}</span>
        <span class="only-narrow">
          <StateChip fault={fault} />
        </span>
      </span>
    ),
  },
  {
    title: 'On',
    width: '3.4rem',
    cell: (fault) => (
      <Present>
        <Switch fault={fault} />
      </Present>
    ),
  },
  {
    title: 'State',
    width: '13rem',
    minor: true,
    order: STATE.order,
    cell: (fault) => <StateChip fault={fault} />,
  },
  {
    title: 'Hits',
    width: '4.5rem',
    align: 'end',
    minor: true,
    order: HITS.order,
    cell: ({ id, hits }) => (
      <a href={linkTo('activity', { fault: id })} aria-label={`${hits} hits of ${id}: show the requests`}>
        {count(hits)}
      </a>
    ),
  },
  {
    title: 'Left',
    width: '6rem',
    align: 'end',
    minor: true,
    order: LEFT.order,
    cell: ({ remaining }) => (remaining === null ? 'unlimited' : count(remaining)),
  },
]

const TONES: Readonly<Record<FaultState, Tone>> = {
  active: 'bad',
  waiting: 'info',
  ended: 'calm',
  'used up': 'calm',
  off: 'calm',
}

function StateChip({ fault }: { readonly fault: FaultInfo }) {
  const state = stateOf(fault, now.value)
  const { from, until } = fault
  const instant = state === 'waiting' ? from : state === 'active' || state === 'ended' ? until : undefined
  return (
    <span class="row fault-state">
      <Chip tone={TONES[state]}>{state}</Chip>
      {instant !== undefined && (
        <span>
          {state === 'active' && 'ends '}
          <Countdown isEnd={state === 'active'} to={Date.parse(instant)} />
        </span>
      )}
    </span>
  )
}
