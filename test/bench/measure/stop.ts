import { once } from 'node:events'
import type { Measurement } from '../measurement.js'
import { BY_NEIGHBOUR_KEY, NEIGHBOUR_PATH } from '../subject.js'

const CONNECTIONS = 14_000

/** The time it takes to stop with many open connections, from the signal until the process exits. */
export const stop: Measurement = {
  name: 'stop',
  async measure({ servers, children }) {
    const server = await servers.emulator(undefined, { core: 'server', endedBy: 'SIGTERM' })
    const asked = { url: server.url, path: NEIGHBOUR_PATH, headers: BY_NEIGHBOUR_KEY, count: CONNECTIONS }
    // The clients run in a separate process, so that their work when the connections end isn't measured.
    const clients = children.spawnScript('child/connections', [JSON.stringify(asked)], { core: 'load' })
    if (clients.stdout === null) throw new Error('the clients have no pipes')
    await once(clients.stdout, 'data')
    const began = performance.now()
    await server[Symbol.asyncDispose]()
    const measured = [performance.now() - began]
    await children.end(clients)
    return [
      {
        name: `stop with ${CONNECTIONS} connections`,
        unit: 'ms',
        better: 'less',
        measured,
        aim: { value: 1000 },
      },
    ]
  },
}
