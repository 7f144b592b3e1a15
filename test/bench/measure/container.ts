import { once } from 'node:events'
import { setTimeout as passed } from 'node:timers/promises'
import { reusablePort } from '../../support/reusable-port.js'
import { ask } from '../ask.js'
import type { Children } from '../children.js'
import { type Measurement, rounds } from '../measurement.js'
import { BY_STARTER_KEY, STARTER_PATH } from './start-up.js'

const IMAGE = 'tristore-emulator:bench'
const POLL_MS = 2
/**
 * Uses the host's network, because a new bridge may block everything for a second, which isn't the image's fault. A
 * base image may set extra certificates, which would slow down the start.
 */
const RUN = ['run', '--rm', '--network', 'host', '--env', 'NODE_EXTRA_CA_CERTS=']
const DEADLINE_MS = 30_000

export const containerStart: Measurement = {
  name: 'container',
  async measure({ children, root, note }) {
    const engine = await children.output('docker', ['info']).then(
      () => true,
      () => false,
    )
    if (!engine) {
      note('container: not measured, there is no container engine (docker info fails)')
      return []
    }
    const { NODE_IMAGE } = process.env
    const args = NODE_IMAGE === undefined ? [] : ['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`]
    const built = await children.output('docker', ['build', '--quiet', '--tag', IMAGE, ...args, root]).then(
      () => true,
      (error: Error) => note(`container: not measured, the image cannot be built: ${error.message}`),
    )
    if (built !== true) return []
    const measured: number[] = []
    const samples: number[] = []
    for (const _ of rounds(8)) {
      samples.push(await firstWord(children))
      measured.push(await firstAnswer(children))
    }
    return [
      {
        name: 'container to its first answer',
        unit: 'ms',
        better: 'less',
        measured,
        baseline: { name: 'an echo in the same image', samples },
        aim: { over: 150 },
      },
    ]
  },
}

/** Returns how many ms the engine itself takes to start a program in the image. */
async function firstWord(children: Children): Promise<number> {
  const began = performance.now()
  const container = children.spawn('docker', [...RUN, '--entrypoint', 'echo', IMAGE, 'up'])
  let ms: number | undefined
  container.stdout?.once('data', () => {
    ms = performance.now() - began
  })
  await once(container, 'close')
  if (ms === undefined) throw new Error('the container said nothing')
  return ms
}

/** Returns the ms from `docker run` to the first response of the emulator. */
async function firstAnswer(children: Children): Promise<number> {
  const port = await reusablePort()
  const began = performance.now()
  // The client passes SIGTERM on. After a SIGKILL, the container would keep running.
  const container = children.spawn('docker', [...RUN, IMAGE, '--port', String(port)], { endedBy: 'SIGTERM' })
  container.stdout?.resume()
  container.stderr?.resume()
  try {
    while (performance.now() - began < DEADLINE_MS) {
      const isAnswered = await ask(`http://127.0.0.1:${port}${STARTER_PATH}`, {
        headers: BY_STARTER_KEY,
      }).then(
        () => true,
        () => false,
      )
      if (isAnswered) return performance.now() - began
      await passed(POLL_MS)
    }
    throw new Error(`the container gave no answer in ${DEADLINE_MS} ms`)
  } finally {
    await children.end(container)
  }
}
