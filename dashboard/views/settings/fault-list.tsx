import { useEffect, useState } from 'preact/hooks'
import type { FaultInfo, FaultsAnswer } from '../../../src/admin/calls/faults/faults.js'
import { remove } from '../../api.js'
import { now } from '../../clock.js'
import { Confirm } from '../../components/button.js'
import { Chip, type Tone } from '../../components/chip.js'
import { FindField } from '../../components/field.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { type Column, SortField, sortNow, Table } from '../../components/table.js'
import { Countdown } from '../../components/time.js'
import { FAULT_STATES, type FaultState, stateOf } from '../../features/faults/fault-state.js'
import { count, counted } from '../../lib/format.js'
import { isFound } from '../../lib/found.js'
import { inOrder, orderBy, type RankedOrder } from '../../lib/sort.js'
import type { Live } from '../../live.js'
import { linkTo } from '../../router.js'
import { effectText, matchText } from './describe.js'
import { FaultActions, type FaultActionsOf, Switch } from './fault-actions.js'

interface FaultListProps extends Pick<FaultActionsOf, 'onEdit' | 'onCopy'> {
  readonly live: Live<FaultsAnswer>
  /** The one that was added or changed last. */
  readonly saved: string | undefined
}

/** The length of a list that people look through without a search. */
const SEEN_AT_ONCE = 5

/** The faults in the order in which they are tried, and what each has done. */
export function FaultList({ live, saved, onEdit, onCopy }: FaultListProps) {
  const [sought, setSought] = useState('')
  const faults = live.data?.faults ?? []
  const found = faults.filter((fault) =>
    isFound(sought, fault.id, effectText(fault), matchText(fault), stateOf(fault, now.value)),
  )
  const active = faults.filter((fault) => stateOf(fault, now.value) === 'active').length
  const isShown = faults.some(({ id }) => id === saved)
  useEffect(() => {
    // What was saved is what the reader looks at next.
    if (isShown) document.querySelector<HTMLElement>('.fault.saved a')?.focus()
  }, [saved, isShown])
  const removeAll = async () => {
    await remove('/faults')
    await live.reload()
  }
  const actions = { faults, reload: live.reload, onEdit, onCopy }
  return (
    <Card
      title="Faults"
      flush
      aside={
        faults.length > 0 && (
          <>
            <span role="status">{`${count(active)} of ${counted(faults.length, 'fault')} active`}</span>
            {faults.length > 1 && (
              <Confirm label="Delete all" of={counted(faults.length, 'fault')} run={removeAll} />
            )}
          </>
        )
      }
    >
      {faults.length > SEEN_AT_ONCE && (
        <div class="inset toolbar">
          <FindField placeholder="503, kv.put, used up" value={sought} onValue={setSought} />
          <div class="only-narrow">
            <SortField orders={ORDERS.map(({ order }) => order)} usualName="order of being tried" />
          </div>
        </div>
      )}
      <Loaded of={live}>
        {() =>
          faults.length === 0 ? (
            <Empty title="No fault">
              Every request is answered as the services would. Pick a preset above.
            </Empty>
          ) : found.length === 0 ? (
            <Empty title="No fault has these words">Look for fewer.</Empty>
          ) : (
            <Table
              caption="Faults"
              columns={columns(actions, saved)}
              rows={inOrder(found, sortNow(), ORDERS)}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Card>
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

const ORDERS = [STATE, HITS, LEFT]

function columns(actions: FaultActionsOf, saved: string | undefined): readonly Column<FaultInfo>[] {
  const acts = (fault: FaultInfo) => <FaultActions fault={fault} {...actions} />
  return [
    {
      title: 'On',
      width: '3.4rem',
      cell: (fault) => (
        <Present>
          <Switch fault={fault} reload={actions.reload} />
        </Present>
      ),
    },
    {
      title: 'Fault',
      cell: (fault) => (
        <div class={`fault${fault.id === saved ? ' saved' : ''}`}>
          <a
            class="mono"
            href={linkTo('activity', { fault: fault.id })}
            aria-label={`Requests of ${fault.id}`}
          >
            <b>{fault.id}</b>
          </a>
          <span>{effectText(fault)}</span>
          <span class="hint text">
            on {matchText(fault)}
            <span class="only-narrow">, {counted(fault.hits, 'hit')}</span>
          </span>
          <span class="only-narrow row">
            <StateChip fault={fault} />
            {acts(fault)}
          </span>
        </div>
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
    { title: 'Change', width: '14rem', align: 'end', minor: true, cell: acts },
  ]
}

const TONES: Readonly<Record<FaultState, Tone>> = {
  active: 'bad',
  waiting: 'info',
  ended: 'calm',
  'used up': 'calm',
  off: 'calm',
}

/** The state of a fault, with the time to its next one, or since the last. */
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
