import { ask } from '../ask.js'
import { type Bench, type Measurement, rounds } from '../measurement.js'
import type { Sampled } from '../sample.js'
import type { RunningServer } from '../servers.js'
import { BY_KEY, entryPath, NAMESPACE, PUT_BODY } from '../subject.js'
import { residentMb } from './memory.js'

/** The number of removed entries that a world remembers. */
const REMOVED = 10_000
const FORKS = 300

const FORK = { method: 'POST', body: '{"from":"current"}' }
const PATCH_BODY = JSON.stringify({
  namespaces: [{ id: NAMESPACE, entries: [{ key: 'patched', value: 1, ttlSeconds: 60 }] }],
})

/** Calls that copy a state. Each returns the ms that it took. */
const CALLS: Readonly<Record<string, (server: RunningServer) => Promise<number>>> = {
  async fork({ url }) {
    const { ms, text } = await ask(`${url}/_admin/worlds`, FORK)
    const { id } = JSON.parse(text) as { readonly id: string }
    await ask(`${url}/_admin/worlds/${id}`, { method: 'DELETE' })
    return ms
  },
  async snapshot({ url }) {
    const body = '{"name":"bench"}'
    return (await ask(`${url}/_admin/snapshots`, { method: 'POST', body })).ms
  },
  async 'PATCH and the next request'({ url }) {
    const { ms } = await ask(`${url}/_admin/state`, { method: 'PATCH', body: PATCH_BODY })
    // This request has to create a checkpoint first.
    return ms + (await ask(url + entryPath(2), { headers: BY_KEY })).ms
  },
}

/**
 * Compares forks, snapshots and a PATCH of the state after 10,000 entries were removed and after none were. Also
 * compares the memory that forks take.
 */
export const removedEntries: Measurement = {
  name: 'removed',
  async measure({ children, servers, isQuick }) {
    await using many = await servers.emulator(servers.seedFile({ expired: REMOVED }))
    await using none = await servers.emulator(servers.seedFile())
    const lines: Sampled[] = []
    for (const [name, call] of Object.entries(CALLS)) {
      const [ofMany, ofNone]: [number[], number[]] = [[], []]
      for (const _ of rounds(isQuick ? 50 : 200)) {
        for (const server of [many, none]) await putAndDelete(server)
        ofMany.push(await call(many))
        ofNone.push(await call(none))
      }
      lines.push({
        name: `${name}, 10,000 removed beside 0`,
        unit: 'ms',
        better: 'less',
        measured: ofMany,
        baseline: { name: '0 removed', samples: ofNone },
        aim: { ratio: 1.3 },
      })
    }
    return [
      ...lines,
      {
        name: `${FORKS} forks, 10,000 removed beside 0`,
        unit: 'MB',
        better: 'less',
        measured: [await memoryOfForks(children, many)],
        baseline: { name: '0 removed', samples: [await memoryOfForks(children, none)] },
        aim: { over: 20 },
      },
    ]
  },
}

/** Changes what's known about removed entries, so that no two copies are the same. */
async function putAndDelete({ url }: RunningServer): Promise<void> {
  const path = url + entryPath(1)
  await ask(path, { method: 'PUT', headers: BY_KEY, body: PUT_BODY })
  await ask(path, { method: 'DELETE', headers: BY_KEY })
}

async function memoryOfForks(children: Bench['children'], { url, pid }: RunningServer): Promise<number> {
  const before = await residentMb(children, pid)
  for (const _ of rounds(FORKS)) await ask(`${url}/_admin/worlds`, FORK)
  return (await residentMb(children, pid)) - before
}
