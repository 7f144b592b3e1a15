import { ask } from '../ask.js'
import { type Measurement, rounds } from '../measurement.js'
import type { Sampled } from '../sample.js'
import type { RunningServer } from '../servers.js'
import { BY_KEY, entryPath, PUT_BODY } from '../subject.js'

const MANY = 100_000
const FEW = 100

/** An admin call that should take no time, and the call that undoes it. */
interface Call {
  readonly name: string
  readonly path: string
  /** Returns the path to DELETE, from the response. */
  readonly undo?: (answer: string) => string
}

const CALLS: readonly Call[] = [
  { name: 'reset', path: '/_admin/reset' },
  {
    name: 'snapshot',
    path: '/_admin/snapshots',
    undo: (answer) => `/_admin/snapshots/${named(answer, 'name')}`,
  },
  { name: 'new world', path: '/_admin/worlds', undo: (answer) => `/_admin/worlds/${named(answer, 'id')}` },
]

/**
 * A reset, a snapshot and a new world with many seeded entries, compared with the same calls with few entries and with
 * a GET from the floor.
 */
export const instantCalls: Measurement = {
  name: 'reset',
  isQuick: true,
  async measure({ servers }) {
    await using floor = await servers.floor()
    await using many = await servers.emulator(servers.seedFile({ entries: MANY }))
    await using few = await servers.emulator(servers.seedFile({ entries: FEW }))
    const lines: Sampled[] = []
    for (const call of CALLS) {
      const ofFloor: number[] = []
      const ofMany: number[] = []
      const ofFew: number[] = []
      for (const _ of rounds(200)) {
        ofFloor.push((await ask(floor.url + entryPath(1), { headers: BY_KEY })).ms)
        ofMany.push(await timed(many, call))
        ofFew.push(await timed(few, call))
      }
      const common = { unit: 'ms', better: 'less', measured: ofMany } as const
      lines.push(
        {
          ...common,
          name: `${call.name}, 100,000 entries`,
          baseline: { name: 'GET of the floor', samples: ofFloor },
          aim: { value: 5 },
        },
        {
          ...common,
          name: `${call.name}, 100,000 beside 100`,
          baseline: { name: '100 entries', samples: ofFew },
          guard: 'timed',
        },
      )
    }
    return lines
  },
}

/** Returns how many ms a call takes. Writes an entry first, so that there's something to keep or undo. */
async function timed({ url }: RunningServer, { path, undo }: Call): Promise<number> {
  await ask(url + entryPath(1), { method: 'PUT', headers: BY_KEY, body: PUT_BODY })
  const { ms, text } = await ask(url + path, { method: 'POST' })
  if (undo !== undefined) await ask(url + undo(text), { method: 'DELETE' })
  return ms
}

const named = (answer: string, member: string): string =>
  String((JSON.parse(answer) as Record<string, unknown>)[member])
