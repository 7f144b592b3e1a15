import type { FaultInfo, FaultsAnswer } from '../../../admin/calls/faults/faults.js'
import { at, remove, send } from '../../api.js'
import { now } from '../../clock.js'
import { Confirm, useAction } from '../../components/button.js'
import { Chip } from '../../components/chip.js'
import { CheckField } from '../../components/field.js'
import { Empty, InlineError, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { type Column, Table } from '../../components/table.js'
import { Countdown } from '../../components/time.js'
import { count, counted } from '../../lib/format.js'
import type { Live } from '../../live.js'
import { linkTo } from '../../router.js'
import { effectText, matchText } from './describe.js'

interface FaultListProps {
  readonly live: Live<FaultsAnswer>
  /** The one that was added last. */
  readonly added: string | undefined
}

/** The faults in the order in which they are tried, and what each has done. */
export function FaultList({ live, added }: FaultListProps) {
  const faults = live.data?.faults ?? []
  const removeAll = async () => {
    await remove('/faults')
    await live.reload()
  }
  return (
    <Card
      title="In force"
      flush
      aside={
        faults.length > 1 ? (
          <Confirm label="Delete all" of={counted(faults.length, 'fault')} run={removeAll} />
        ) : undefined
      }
    >
      <Loaded of={live}>
        {() =>
          faults.length === 0 ? (
            <Empty title="No fault">
              Every request is answered as the services would. Pick a preset below.
            </Empty>
          ) : (
            <Table
              caption="Faults"
              columns={columns(live.reload, added)}
              rows={faults}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

function columns(reload: () => Promise<void>, added: string | undefined): readonly Column<FaultInfo>[] {
  return [
    {
      title: 'On',
      width: '3.4rem',
      cell: (fault) => (
        <Present>
          <Switch fault={fault} reload={reload} />
        </Present>
      ),
    },
    {
      title: 'Fault',
      cell: (fault) => (
        <div class={`fault${fault.id === added ? ' added' : ''}`}>
          <b class="mono">{fault.id}</b>
          <span>{effectText(fault)}</span>
          <span class="hint text">
            on {matchText(fault)}
            <span class="only-narrow">, {counted(fault.hits, 'hit')}</span>
          </span>
          <span class="only-narrow">
            <Window fault={fault} />
          </span>
        </div>
      ),
    },
    { title: 'Window', width: '13rem', minor: true, cell: (fault) => <Window fault={fault} /> },
    {
      title: 'Hits',
      width: '4.5rem',
      align: 'end',
      minor: true,
      cell: ({ id, hits }) => (
        <a href={linkTo('requests', { fault: id })} aria-label={`${hits} hits of ${id}: show the requests`}>
          {count(hits)}
        </a>
      ),
    },
    {
      title: 'Left',
      width: '5.5rem',
      align: 'end',
      minor: true,
      cell: ({ remaining }) => (remaining === null ? 'no end' : count(remaining)),
    },
    {
      title: 'Delete',
      width: '6.5rem',
      align: 'end',
      cell: ({ id }) => (
        <Confirm
          label="Delete"
          of={id}
          run={async () => {
            await remove(at`/faults/${id}`)
            await reload()
          }}
        />
      ),
    },
  ]
}

function Switch({
  fault: { id, enabled },
  reload,
}: {
  readonly fault: FaultInfo
  readonly reload: () => Promise<void>
}) {
  const { isBusy, error, start } = useAction(async () => {
    await send('PATCH', at`/faults/${id}`, { enabled: !enabled })
    await reload()
  })
  return (
    <>
      <CheckField label={`${id} on`} isLabelUnseen checked={enabled !== isBusy} onValue={start} />
      <InlineError error={error} />
    </>
  )
}

/** When it is in force, by the virtual clock. */
function Window({ fault: { from, until, remaining, enabled } }: { readonly fault: FaultInfo }) {
  if (!enabled) return <Chip>switched off</Chip>
  if (remaining === 0) return <Chip>used up</Chip>
  const begins = from === undefined ? undefined : Date.parse(from)
  const ends = until === undefined ? undefined : Date.parse(until)
  if (begins !== undefined && begins > now.value) {
    return (
      <span>
        begins <Countdown to={begins} />
      </span>
    )
  }
  if (ends === undefined) return <Chip tone="bad">in force</Chip>
  return (
    <span>
      {ends > now.value ? 'ends ' : 'ended '}
      <Countdown to={ends} />
    </span>
  )
}
