import { readFileSync } from 'node:fs'
import { setTimeout as passed } from 'node:timers/promises'
import { ask } from '../ask.js'
import { type Bench, type Measurement, rounds } from '../measurement.js'
import { BY_KEY, entryPath } from '../subject.js'

const SETTLING_MS = 500

export const idleMemory: Measurement = {
  name: 'idle-memory',
  async measure({ children, servers }) {
    const floor: number[] = []
    const emulator: number[] = []
    for (const _ of rounds(5)) {
      await using ofFloor = await servers.floor()
      await using ofEmulator = await servers.emulator()
      for (const { url } of [ofFloor, ofEmulator]) await ask(url + entryPath(1), { headers: BY_KEY })
      await passed(SETTLING_MS)
      floor.push(await residentMb(children, ofFloor.pid))
      emulator.push(await residentMb(children, ofEmulator.pid))
    }
    const baseline = { name: 'floor', samples: floor }
    return [
      { name: 'idle memory', unit: 'MB', better: 'less', measured: emulator, baseline, aim: { ratio: 1.25 } },
    ]
  },
}

export async function residentMb(children: Bench['children'], pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kib) / 1024
  }
  return Number(await children.output('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024
}
