import { type ReadonlySignal, signal } from '@preact/signals'
import type { UndoInfo } from '../../../src/admin/calls/history/undo.js'
import { run } from '../../api.js'
import { dateTime } from '../../lib/format.js'

/** The result of a palette command, shown below the page until the next one. */
export interface Said {
  readonly text: string
  /** Why it failed. */
  readonly error?: unknown
  /** It changed the world as a whole, and can be undone. */
  readonly isUndoable?: boolean
}

const last = signal<Said | undefined>(undefined)

export const said: ReadonlySignal<Said | undefined> = last

/** Shows it; undefined removes it. */
export function say(what: Said | undefined): void {
  last.value = what
}

/** Goes back to before the last change of the world as a whole. */
export async function undo(): Promise<Said> {
  const { undone, now } = await run.send<UndoInfo>('POST', '/undo')
  const what = undone === 'reset' ? 'the reset' : undone
  return { text: `Back before ${what}, at ${dateTime(now)}.`, isUndoable: true }
}
