import { connect } from 'node:net'
import { Agent } from 'undici'
import { inProcessClient } from '../../src/client/in-process/client.js'
import { launch } from '../../src/server/launch.js'
import { services } from '../../src/services/index.js'
import type { Program, WayName } from './program.js'

/** Two ways to reach an emulator: in this process, and over sockets. */

export interface Asked {
  readonly method: string
  readonly target: string
  /** Name, value, name, value, … */
  readonly headers: readonly string[]
  readonly body?: Buffer | undefined
  readonly signal?: AbortSignal | undefined
  readonly toDatabase?: boolean | undefined
}

/** An answer as its client received it. */
export interface Answer {
  /** Missing if there was no answer. */
  readonly status?: number
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  /** The code of the error that broke the connection. */
  readonly broken?: string
}

/** The emulator's surroundings. */
export interface Machine {
  now: number
  /** In bytes. The limit is 1,000,000. */
  heapUsed: number
}

export interface Way {
  ask(asked: Asked): Promise<Answer>
  /** Sends bytes, and reads until the connection ends. */
  talk(bytes: string): Promise<string>
  /** The admin interface's answer to a GET, always without a socket. */
  look(path: string): Promise<string>
  readonly machine: Machine
  close(): Promise<void>
}

/** The emulator's name in both ways, so that addresses in answers have no port. */
const HOST = 'emulator.localhost'
const BASE_URL = `http://${HOST}`

/** The machine's time at the start. */
const START = Date.UTC(2026, 0, 15, 12)

export async function startWay(name: WayName, { options }: Program): Promise<Way> {
  const machine: Machine = { now: START, heapUsed: 0 }
  const emulator = await launch(
    { services, ...options },
    {
      realNow: () => machine.now,
      monotonic: () => machine.now - START,
      heap: { limit: 1_000_000, used: () => machine.heapUsed, collect: () => {} },
    },
  )
  const { plane, home, admin, baseUrl, dbBaseUrl } = emulator
  const addresses = { baseUrl: BASE_URL, dbBaseUrl: BASE_URL, adminUrl: `${BASE_URL}/_admin` }
  const { requireWorld = false } = options
  const close = () => emulator.close()
  const client = inProcessClient({ plane, home, admin, ...addresses, requireWorld, close })
  const look = async (path: string) => (await client.fetch(path)).text()
  if (name === 'in process') {
    return { ask: askInProcess(client.fetch), talk: noSocket, look, machine, close: () => client.close() }
  }
  const agent = new Agent()
  return {
    ask: (asked) => askOverSockets(agent, asked.toDatabase === true ? dbBaseUrl : baseUrl, asked),
    talk: (bytes) => talkTo(baseUrl, bytes),
    look,
    machine,
    async close() {
      await agent.destroy()
      await client.close()
    },
  }
}

const noSocket = () => Promise.reject(new Error('bytes need a socket'))

const askInProcess =
  (fetchIt: typeof fetch) =>
  async ({ method, target, headers, body, signal }: Asked): Promise<Answer> => {
    const pairs = pairsOf(headers).filter(([name]) => name !== 'host')
    try {
      const response = await fetchIt(BASE_URL + target, {
        method,
        headers: pairs.map(([name, value]): [string, string] => [name, value]),
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
        ...(signal === undefined ? {} : { signal }),
      })
      const head = { status: response.status, headers: [...response.headers] }
      return { ...head, ...(await bodyOf(response.body ?? [])) }
    } catch (error) {
      return { broken: codeOf(error) }
    }
  }

async function askOverSockets(agent: Agent, origin: string, asked: Asked): Promise<Answer> {
  const { method, target, headers, body, signal } = asked
  const host = headers.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'host') ? [] : ['Host', HOST]
  try {
    const response = await agent.request({
      origin,
      path: target,
      method,
      headers: [...host, ...headers],
      body: body ?? null,
      responseHeaders: 'raw',
      ...(signal === undefined ? {} : { signal }),
    })
    const raw: unknown = response.headers
    const list = Array.isArray(raw) ? raw.map(String) : []
    return { status: response.statusCode, headers: pairsOf(list), ...(await bodyOf(response.body)) }
  } catch (error) {
    return { broken: codeOf(error) }
  }
}

/** Reads as much of a body as arrives. */
async function bodyOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const read: Uint8Array[] = []
  try {
    for await (const chunk of chunks) read.push(chunk)
  } catch (error) {
    return { body: Buffer.concat(read).toString(), broken: codeOf(error) }
  }
  return { body: Buffer.concat(read).toString() }
}

/** fetch puts the code into the error's cause. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return codeOf(error.cause)
  const isCodeless = error.name === 'AbortError' || error.name === 'HTTPParserError'
  return isCodeless ? error.name : String(Reflect.get(error, 'code'))
}

function talkTo(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes, 'latin1'))
    let came = ''
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      came += text
    })
    socket.on('end', () => resolve(came))
    socket.on('error', reject)
  })
}

export function pairsOf(list: readonly string[]): (readonly [name: string, value: string])[] {
  const pairs: (readonly [string, string])[] = []
  for (let at = 0; at + 1 < list.length; at += 2) pairs.push([list[at] ?? '', list[at + 1] ?? ''])
  return pairs
}
