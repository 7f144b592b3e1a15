import { once } from 'node:events'
import { setTimeout as passed } from 'node:timers/promises'
import { ask } from '../ask.js'
import type { Bench, Measurement } from '../measurement.js'
import type { Sampled } from '../sample.js'
import type { RunningServer } from '../servers.js'
import { BY_NEIGHBOUR_KEY, NEIGHBOUR_PATH } from '../subject.js'

const RECORDS = 1_000_000
const CONNECTIONS = 14_000
/** How long something is under way before the stop. */
const UNDER_WAY_MS = 1000

/** What a stop takes, from the signal to the end of the process. */
export const stops: Measurement = {
  name: 'stop',
  async measure(bench) {
    return [
      sampled(`stop with ${CONNECTIONS} connections`, await withConnections(bench)),
      sampled(`stop while ${RECORDS} entries are imported`, await whileImporting(bench)),
      sampled(`stop while a seed of ${RECORDS} entries is loaded`, await whileLoading(bench)),
    ]
  },
}

/** An emulator that SIGTERM ends. */
const stopped = { core: 'server', endedBy: 'SIGTERM' } as const

/** The clients are a process of their own: what they do as their connections end is no part of the stop. */
async function withConnections({ servers, children }: Bench): Promise<number> {
  const server = await servers.emulator(undefined, stopped)
  const asked = { url: server.url, path: NEIGHBOUR_PATH, headers: BY_NEIGHBOUR_KEY, count: CONNECTIONS }
  const clients = children.spawnScript('child/connections', [JSON.stringify(asked)], { core: 'load' })
  if (clients.stdout === null) throw new Error('the clients have no pipes')
  await once(clients.stdout, 'data')
  const ms = await timeOf(server)
  await children.end(clients)
  return ms
}

async function whileImporting({ servers }: Bench): Promise<number> {
  const server = await servers.emulator(servers.seedFile({ entries: RECORDS }), stopped)
  const { text } = await ask(`${server.url}/_admin/state`)
  const importing = ask(`${server.url}/_admin/state`, { method: 'PUT', body: text }).catch(() => {})
  await passed(UNDER_WAY_MS)
  const ms = await timeOf(server)
  await importing
  return ms
}

async function whileLoading({ servers }: Bench): Promise<number> {
  const child = servers.starting(servers.seedFile({ entries: RECORDS }), stopped)
  await passed(UNDER_WAY_MS)
  const began = performance.now()
  const gone = once(child, 'close')
  child.kill('SIGTERM')
  await gone
  return performance.now() - began
}

async function timeOf(server: RunningServer): Promise<number> {
  const began = performance.now()
  await server[Symbol.asyncDispose]()
  return performance.now() - began
}

const sampled = (name: string, ms: number): Sampled => ({
  name,
  unit: 'ms',
  better: 'less',
  measured: [ms],
  aim: { value: 1000 },
})
