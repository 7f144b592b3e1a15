import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BY_KEY, benchSeed, entryPath, PUT_BODY } from '../subject.js'

/** Prints how many bytes each request over one connection allocates in this process, by method, for several rounds. */

const ROUNDS = 5
/** After this many requests, V8 has compiled everything it's going to, and the journal is full. */
const WARM = 12_000
const COUNT = 1000

const [root = ''] = process.argv.slice(2)
const { startEmulator } = (await import(
  pathToFileURL(join(root, 'dist/index.js')).href
)) as typeof import('../../../src/index.js')
const emulator = await startEmulator({ seed: benchSeed(), port: 0 })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const url = emulator.baseUrl + entryPath(1)

console.log(JSON.stringify({ GET: await rounds('GET'), PUT: await rounds('PUT', PUT_BODY) }))
agent.destroy()
await emulator.close()

async function rounds(method: string, body?: string): Promise<number[]> {
  await times(WARM, method, body)
  const found: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    await times(COUNT, method, body)
    found.push((process.memoryUsage().heapUsed - before) / COUNT)
  }
  return found
}

async function times(count: number, method: string, body: string | undefined): Promise<void> {
  for (let done = 0; done < count; done++) await send(method, body)
}

function send(method: string, body: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: BY_KEY, agent }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${method} ${url} was answered ${response.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
