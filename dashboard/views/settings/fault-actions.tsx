import type { FaultInfo } from '../../../src/admin/calls/faults/faults.js'
import { at, remove, send } from '../../api.js'
import { Action, Button, Confirm, useAction } from '../../components/button.js'
import { CheckField } from '../../components/field.js'
import { InlineError } from '../../components/notice.js'
import { Present } from '../../components/present.js'
import { faultOf, fieldsOf } from './fault-fields.js'

/** What the actions of a fault need of their list. */
export interface FaultActionsOf {
  /** All of them, in the order in which they are tried. */
  readonly faults: readonly FaultInfo[]
  readonly reload: () => Promise<void>
  readonly onEdit: (fault: FaultInfo) => void
  readonly onCopy: (fault: FaultInfo) => void
}

const QUIET = { small: true, kind: 'quiet' } as const

/** What can be done to a fault: changed, copied, armed again, moved, deleted. */
export function FaultActions({
  fault,
  faults,
  reload,
  onEdit,
  onCopy,
}: FaultActionsOf & { fault: FaultInfo }) {
  const { id, hits } = fault
  const place = faults.findIndex((one) => one.id === id)
  const doing = (work: () => Promise<unknown>) => async () => {
    await work()
    await reload()
  }
  const moveBefore = (before: string | null) => doing(() => send('PATCH', at`/faults/${id}`, { before }))
  const rearm = doing(() => send('POST', '/faults', { ...faultOf(fieldsOf(fault)), id }))
  return (
    <Present>
      <span class="row tight">
        <Button {...QUIET} aria-label={`Edit ${id}`} onClick={() => onEdit(fault)}>
          Edit
        </Button>
        <Button {...QUIET} aria-label={`Copy ${id}`} onClick={() => onCopy(fault)}>
          Copy
        </Button>
        <Action
          {...QUIET}
          aria-label={`Re-arm ${id}`}
          title="Counts from 0 again"
          disabled={hits === 0}
          run={rearm}
        >
          Re-arm
        </Action>
        <Action
          {...QUIET}
          aria-label={`Try ${id} earlier`}
          disabled={place === 0}
          run={moveBefore(faults[place - 1]?.id ?? null)}
        >
          ↑
        </Action>
        <Action
          {...QUIET}
          aria-label={`Try ${id} later`}
          disabled={place === faults.length - 1}
          run={moveBefore(faults[place + 2]?.id ?? null)}
        >
          ↓
        </Action>
        <Confirm label="Delete" of={id} run={doing(() => remove(at`/faults/${id}`))} />
      </span>
    </Present>
  )
}

interface SwitchProps {
  readonly fault: FaultInfo
  readonly reload: () => Promise<void>
}

export function Switch({ fault: { id, enabled }, reload }: SwitchProps) {
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
