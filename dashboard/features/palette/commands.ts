import type { ClockInfo } from '../../../src/admin/calls/clock.js'
import type { SnapshotInfo, SnapshotsAnswer } from '../../../src/admin/calls/snapshots.js'
import { beginning } from '../../address.js'
import { at, run } from '../../api.js'
import { showClock } from '../../clock.js'
import { dateTime } from '../../lib/format.js'
import { openDialog } from '../dialogs.js'
import { undoLast } from '../history/undo.js'
import type { Said } from '../said.js'
import { type MoveBody, travel } from '../time/travel.js'

export interface Choice {
  readonly title: string
  readonly hint?: string
  /** Asks for a second Enter, because it's hard to undo. */
  readonly isGrave?: boolean
  readonly href?: string
  readonly act?: () => Promise<Said> | Said | undefined
}

/** Commands that take an argument, e.g. "+1d", "2026-02-01" or "snapshot before". */
export function commandsIn(text: string): readonly Choice[] {
  return [...moveIn(text), ...snapshotIn(text)]
}

export const commands: readonly Choice[] = [
  jump('Jump to the next expiry', { to: 'next-expiry' }),
  jump('Jump to the next month', { to: 'next-month' }),
  jump('Jump +1 hour', { advance: '1h' }),
  jump('Jump +1 day', { advance: '1d' }),
  { title: 'Freeze the clock', hint: 'pause', act: () => steer({ freeze: true }, 'Clock frozen') },
  { title: 'Run the clock', hint: 'resume', act: () => steer({ freeze: false }, 'Clock running') },
  { title: 'Undo', hint: 'the last jump, import, reset or restore', act: undoLast },
  { title: `Reset to ${beginning}`, hint: 'and clear the journal', isGrave: true, act: reset },
  { title: 'Take snapshot', hint: 'or type snapshot NAME', act: () => takeSnapshot('') },
  { title: 'Open a file', hint: 'a seed or a bundle', act: () => void openDialog({ kind: 'open' }) },
  {
    title: 'Save or export',
    hint: 'the state, the seed, a bundle, a HAR',
    act: () => void openDialog({ kind: 'save' }),
  },
  {
    title: 'Connect',
    hint: 'addresses, credentials, tokens',
    act: () => void openDialog({ kind: 'connect' }),
  },
  { title: 'Keyboard shortcuts', act: () => void openDialog({ kind: 'keys' }) },
]

export async function restoreCommands(signal: AbortSignal): Promise<readonly Choice[]> {
  const { snapshots } = await run.get<SnapshotsAnswer>('/snapshots', {}, signal)
  return snapshots.map(({ name, at: taken }) => ({
    title: `Restore ${name}`,
    hint: `snapshot of ${dateTime(taken)}`,
    act: async () => {
      await run.send('POST', at`/snapshots/${name}/restore`)
      return { text: `Restored ${name}` }
    },
  }))
}

/** "+1h30m", "2026-02-01" */
function moveIn(text: string): readonly Choice[] {
  const meant = text.trim()
  if (/^\d{4}-\d\d/.test(meant)) return [jump(`Jump to ${meant}`, { set: meant })]
  const [, duration] = /^\+?(\d+(?:ms|[smhdw])[\da-z]*)$/.exec(meant) ?? []
  return duration === undefined ? [] : [jump(`Jump +${duration}`, { advance: duration })]
}

function snapshotIn(text: string): readonly Choice[] {
  const [, name = ''] = /^snapshot\s+([\w.-]+)$/i.exec(text.trim()) ?? []
  return name === '' ? [] : [{ title: `Take snapshot ${name}`, act: () => takeSnapshot(name) }]
}

/** The result is shown in the note below the clock. */
function jump(title: string, move: MoveBody): Choice {
  return { title, hint: 'the clock', act: () => void travel(title, move) }
}

async function steer(body: MoveBody, text: string): Promise<Said> {
  showClock(await run.send<ClockInfo>('POST', '/clock', body))
  return { text }
}

async function reset(): Promise<Said> {
  await run.send('POST', '/reset')
  return { text: `Reset to ${beginning}` }
}

async function takeSnapshot(name: string): Promise<Said> {
  const taken = await run.send<SnapshotInfo>('POST', '/snapshots', name === '' ? {} : { name })
  return { text: `Snapshot ${taken.name} taken` }
}
