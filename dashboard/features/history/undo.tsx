import { useState } from 'preact/hooks'
import type { UndoInfo } from '../../../src/admin/calls/history/undo.js'
import { run } from '../../api.js'
import { Action } from '../../components/button.js'
import { Present } from '../../components/present.js'
import { dateTime } from '../../lib/format.js'

/**
 * A button that goes back to before the last jump, import, reset or restore; pressed again, it redoes that.
 */
export function Undo({ small = false }: { readonly small?: boolean }) {
  const [undone, setUndone] = useState<UndoInfo | undefined>(undefined)
  return (
    <Present>
      <span class="row">
        <Action
          small={small}
          title="Goes back to before the last jump, import, reset or restore"
          run={async () => setUndone(await run.send<UndoInfo>('POST', '/undo'))}
        >
          Undo
        </Action>
        <span class="hint" role="status">
          {undone !== undefined && undoneText(undone)}
        </span>
      </span>
    </Present>
  )
}

/** What was done to the whole of the world, with the button that undoes it. */
export function Done({ text }: { readonly text: string }) {
  return (
    <span class="row">
      {text} <Undo small />
    </span>
  )
}

function undoneText({ undone, now }: UndoInfo): string {
  const what = undone === 'reset' ? 'the reset' : undone
  return `Back before ${what}, at ${dateTime(now)}. Undo again redoes it.`
}
