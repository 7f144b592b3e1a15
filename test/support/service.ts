import { type Bounds, defaultBounds } from '../../src/domain/bounds.js'
import type { ProfilePatch } from '../../src/domain/profile/profile.js'
import type { Reply } from '../../src/domain/requests/reply.js'
import type { IncomingRequest } from '../../src/domain/requests/request.js'
import { World } from '../../src/domain/world.js'
import type { KeyFilePorts } from '../../src/identity/key-files.js'
import { TokenSignatures } from '../../src/identity/signatures.js'
import { DataPlane } from '../../src/request/pipeline.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { services } from '../../src/services/index.js'
import { WorldSeed } from '../../src/worlds/world-seed.js'

/** The headers and body that a test sends. Header names may be in any case. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The names of headers that count as sent twice. */
  readonly repeated?: readonly string[]
}

/** An answer with its body read. */
export interface Answer {
  readonly status: number
  readonly text: string
  /** The body as JSON; undefined without a body. */
  readonly json: unknown
  header(name: string): string | undefined
}

/** The machine's time, in ms. */
export const REAL_NOW = Date.UTC(2026, 0, 15, 12)

/** The ports and limits of a service. By default there are no files. */
export interface ServicePorts {
  readonly readFile?: (path: string) => string
  /** The largest number of faults in its world. */
  readonly faultsMax?: number
  /** The largest number of requests in its journal. */
  readonly requestsMax?: number
  /** The machine's time; by default it never changes. */
  readonly realNow?: () => number
}

/** Ports for key files that are empty. */
export const NO_FILES: KeyFilePorts = { read: () => '', monotonic: () => 0 }

/** The three services without a socket: a world, and a way to send it requests. */
export class Service {
  private constructor(
    readonly world: World,
    readonly seeds: WorldSeed,
    readonly plane: DataPlane,
  ) {}

  /** @param seed a seed as YAML text, or as an object */
  static async start(
    seed: string | object,
    profile: ProfilePatch = {},
    {
      readFile = () => '',
      faultsMax = defaultBounds.faults,
      requestsMax = 1000,
      realNow = () => REAL_NOW,
    }: ServicePorts = {},
  ): Promise<Service> {
    const bounds: Bounds = { ...defaultBounds, faults: faultsMax }
    const text = typeof seed === 'string' ? seed : JSON.stringify(seed)
    const seeds = await WorldSeed.of(
      services,
      parseSeeds([{ name: 'seed', text }], services),
      { profile },
      bounds,
    )
    const world = new World(services, seeds.baseline, realNow, {
      ...bounds,
      requests: requestsMax,
    })
    const plane = new DataPlane({
      services,
      signatures: new TokenSignatures({ read: readFile, monotonic: () => 0 }),
      realNow,
      monotonic: () => 0,
      onRecord: () => {},
    })
    return new Service(world, seeds, plane)
  }

  /** Sends a request: `send('GET /documents?limit=1', { headers: { 'X-API-Key': 'db' } })`. */
  async send(line: string, sent: Sent = {}): Promise<Answer> {
    const [method = '', target = ''] = line.split(' ')
    const { reply } = await this.plane.answer(this.world, requestOf(method, target, sent, this.world))
    if (reply === undefined) throw new Error(`a fault left ${line} without an answer`)
    return answerOf(reply)
  }

  /** The outcome of the last request: the code of its refusal, or "ok". */
  get outcome(): string | undefined {
    return this.world.journal.newest?.outcome
  }

  /** Moves the virtual clock forwards. */
  advance(ms: number): void {
    this.world.clock.set(this.world.clock.now() + ms)
  }
}

function requestOf(method: string, target: string, sent: Sent, world: World): IncomingRequest {
  const headers = Object.entries(sent.headers ?? {})
  const twice = headers.filter(([name]) => sent.repeated?.includes(name.toLowerCase()) === true)
  const body = Buffer.from(sent.body ?? '')
  const { bodyBytes } = world.profile.limits
  return {
    method,
    httpVersion: '1.1',
    target,
    origin: 'http://emulator.test',
    prefix: '',
    body,
    bodyIsTooLarge: bodyBytes !== null && body.length > bodyBytes,
    rawHeaders: [...headers, ...twice].flat(),
  }
}

function answerOf(reply: Reply): Answer {
  const { body: text = '' } = reply
  return {
    status: reply.status,
    text,
    json: text === '' ? undefined : JSON.parse(text),
    header(name) {
      const at = reply.headers.findIndex(
        (header, i) => i % 2 === 0 && header.toLowerCase() === name.toLowerCase(),
      )
      return at < 0 ? undefined : reply.headers[at + 1]
    },
  }
}
