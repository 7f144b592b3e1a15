import type { UndoInfo } from '../../../src/admin/calls/history/undo.js'
import { run } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Icon } from '../../components/icon.js'
import { dateTime } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { type Said, say } from '../said.js'
import { readAdminCalls } from './log.js'
import { type UndoStack, type UndoStep, undoStack } from './undo-stack.js'

export function UndoRedo() {
  const live = useLive('steps to undo', readStack, { on: ['clock', 'reset', 'change'] })
  return (
    <div class="row tight steps">
      <StepButton verb="Undo" step={live.data?.undo} onDone={live.reload} />
      <StepButton verb="Redo" step={live.data?.redo} onDone={live.reload} />
    </div>
  )
}

interface StepButtonProps {
  readonly verb: 'Undo' | 'Redo'
  readonly step: UndoStep | undefined
  readonly onDone: () => Promise<void>
}

function StepButton({ verb, step, onDone }: StepButtonProps) {
  const { isBusy, start } = useAction(async () => {
    if (step === undefined) return
    say(await take(verb, step).catch((error: unknown) => ({ text: `${verb} ${step.label}`, error })))
    await onDone()
  })
  if (step === undefined && verb === 'Redo') return null
  return (
    <Button
      small
      kind="quiet"
      disabled={step === undefined}
      aria-busy={isBusy}
      title={step === undefined ? 'Nothing to undo' : `${verb}: ${step.label}`}
      onClick={start}
    >
      <Icon of={verb === 'Undo' ? 'undo' : 'redo'} />
      <span class="unseen">{verb} </span>
      <span class="step-name">{step?.label}</span>
    </Button>
  )
}

export async function undoLast(): Promise<Said> {
  const { undo } = await readStack()
  return undo === undefined ? { text: 'Nothing to undo' } : take('Undo', undo)
}

async function readStack(signal?: AbortSignal): Promise<UndoStack> {
  const { calls, began } = await readAdminCalls({}, signal)
  return undoStack(calls, began)
}

async function take(verb: StepButtonProps['verb'], { to, label }: UndoStep): Promise<Said> {
  const { now } = await run.send<UndoInfo>('POST', '/undo', to === undefined ? undefined : { to })
  return { text: `${verb === 'Undo' ? 'Undid' : 'Redid'} ${label}. It's now ${dateTime(now)}.` }
}
