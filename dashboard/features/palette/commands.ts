import type { ClockReading } from '../../../src/admin/calls/clock.js'
import type { SnapshotInfo, SnapshotsAnswer } from '../../../src/admin/calls/snapshots.js'
import { beginning } from '../../address.js'
import { at, run } from '../../api.js'
import { showClock } from '../../clock.js'
import { dateTime } from '../../lib/format.js'
import { linkTo } from '../../router.js'
import { openConnect } from '../connect/open.js'
import { openFilePicker } from '../drop/open.js'
import { type Move, travel } from '../time/travel.js'
import { openKeys } from './open.js'
import { type Said, undo } from './said.js'

/** What the palette does by itself. */

/** One line of the palette. */
export interface Choice {
  readonly title: string
  readonly hint?: string
  /** It is asked for twice: what it takes is not easily had back. */
  readonly isGrave?: boolean
  /** A link to follow. */
  readonly href?: string
  /** What it does; its result is shown. */
  readonly act?: () => Promise<Said> | Said | undefined
}

/** Commands that any text may mean: "+1 day", "2026-02-01", "snapshot before". */
export function commandsIn(text: string): readonly Choice[] {
  return [...moveIn(text), ...snapshotIn(text)]
}

/** Commands that are found by their titles. */
export const commands: readonly Choice[] = [
  jump('Go to the next expiry', { to: 'next-expiry' }),
  jump('Go to the next month', { to: 'next-month' }),
  jump('Go to +1 hour', { advance: '1h' }),
  jump('Go to +1 day', { advance: '1d' }),
  { title: 'Freeze the clock', hint: 'pause', act: () => steer({ freeze: true }, 'The clock stands still.') },
  { title: 'Let the clock run', hint: 'resume', act: () => steer({ freeze: false }, 'The clock runs.') },
  { title: 'Undo', hint: 'the last jump, import, reset or restore', act: undo },
  { title: `Reset to ${beginning}`, hint: 'and drop the requests', isGrave: true, act: reset },
  { title: 'Take a snapshot', hint: 'snapshot NAME names it', act: () => takeSnapshot('') },
  { title: 'Open a file', hint: 'a seed, HAR or bundle', act: () => void openFilePicker() },
  { title: 'Export the state', href: linkTo('state') },
  { title: 'Connect', hint: 'addresses, credentials, tokens', act: () => void openConnect() },
  { title: 'All keys', act: () => void openKeys() },
]

/**
 * Reads the snapshots, each as a command that restores it.
 *
 * @throws ApiError
 */
export async function restoreCommands(signal: AbortSignal): Promise<readonly Choice[]> {
  const { snapshots } = await run.get<SnapshotsAnswer>('/snapshots', {}, signal)
  return snapshots.map(({ name, at: taken }) => ({
    title: `Restore ${name}`,
    hint: `the snapshot of ${dateTime(taken)}`,
    act: async () => {
      await run.send('POST', at`/snapshots/${name}/restore`)
      return { text: `Back to ${name}.`, isUndoable: true }
    },
  }))
}

const UNITS: readonly (readonly [words: RegExp, unit: string])[] = [
  [/^w(?:eeks?)?$/, 'w'],
  [/^d(?:ays?)?$/, 'd'],
  [/^h(?:ours?|rs?)?$/, 'h'],
  [/^m(?:in(?:ute)?s?)?$/, 'm'],
  [/^s(?:ec(?:ond)?s?)?$/, 's'],
  [/^ms|milliseconds?$/, 'ms'],
]

/** The move that a text means. */
function moveIn(text: string): readonly Choice[] {
  const meant = text
    .trim()
    .toLowerCase()
    .replace(/^(?:go|jump|advance|move|clock)\s+/, '')
    .replace(/^(?:to|by|set)\s+/, '')
  if (/^\d{4}-\d\d/.test(meant)) return [jump(`Go to ${meant.toUpperCase()}`, { set: meant.toUpperCase() })]
  const [, length = ''] = /^\+?\s*(\d.*)$/.exec(meant) ?? []
  const duration = durationOf(length)
  return duration === undefined ? [] : [jump(`Go to +${length}`, { advance: duration })]
}

/** "1 day 2 hours" as the emulator reads it: "1d2h"; undefined for anything else. */
function durationOf(words: string): string | undefined {
  const [, months] = /^(\d+)\s*mo(?:nths?)?$/.exec(words) ?? []
  if (months !== undefined) return `P${months}M`
  const [, years] = /^(\d+)\s*y(?:ears?)?$/.exec(words) ?? []
  if (years !== undefined) return `P${years}Y`
  const parts = [...words.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)[\s,]*/gy)]
  const isWhole = parts.reduce((sum, [part]) => sum + part.length, 0) === words.length
  if (!isWhole || parts.length === 0) return undefined
  const units = parts.map(([, , word = '']) => UNITS.find(([words]) => words.test(word))?.[1])
  if (units.includes(undefined)) return undefined
  return parts.map(([, amount], index) => `${amount}${units[index]}`).join('')
}

function snapshotIn(text: string): readonly Choice[] {
  const [, name = ''] = /^snapshot\s+([\w.-]+)$/i.exec(text.trim()) ?? []
  return name === '' ? [] : [{ title: `Take a snapshot called ${name}`, act: () => takeSnapshot(name) }]
}

/** The time bar above the view shows what came of it. */
function jump(title: string, move: Move): Choice {
  return { title, hint: 'the clock', act: () => void travel(title, move) }
}

async function steer(body: Move, text: string): Promise<Said> {
  showClock(await run.send<ClockReading>('POST', '/clock', body))
  return { text, isUndoable: true }
}

async function reset(): Promise<Said> {
  await run.send('POST', '/reset')
  return { text: `Reset to ${beginning}.`, isUndoable: true }
}

async function takeSnapshot(name: string): Promise<Said> {
  const taken = await run.send<SnapshotInfo>('POST', '/snapshots', name === '' ? {} : { name })
  return { text: `Kept as the snapshot ${taken.name}.` }
}
