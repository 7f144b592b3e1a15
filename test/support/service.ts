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

/** Headers and body of a request. Header names may be in any case. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Names of headers that are treated as if they were sent twice. */
  readonly repeated?: readonly string[]
}

/** An answer whose body has been read. */
export interface Answer {
  readonly status: number
  readonly text: string
  /** The body parsed as JSON. Undefined if there's no body. */
  readonly json: unknown
  header(name: string): string | undefined
}

/** The machine's time in ms. */
export const REAL_NOW = Date.UTC(2026, 0, 15, 12)

/** Ports and limits for a service. There are no files by default. */
export interface ServicePorts {
  readonly readFile?: (path: string) => string
  /** Maximum number of faults in the world. */
  readonly faultsMax?: number
  /** Maximum number of requests in the journal. */
  readonly requestsMax?: number
  /** The machine's time, which doesn't change by default. */
  readonly realNow?: () => number
}

/** Ports for key files, which are all empty. */
export const NO_FILES: KeyFilePorts = { read: () => '', monotonic: () => 0 }

/** The three services without a socket. Contains their world and lets you send requests to it. */
export class Service {
  private constructor(
    readonly world: World,
    readonly seeds: WorldSeed,
    readonly plane: DataPlane,
  ) {}

  /** @param seed YAML text or an object */
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

  /** Sends a request, e.g. `send('GET /documents?limit=1', { headers: { 'X-API-Key': 'db' } })`. */
  async send(line: string, sent: Sent = {}): Promise<Answer> {
    const [method = '', target = ''] = line.split(' ')
    const { reply } = await this.plane.answer(this.world, requestOf(method, target, sent, this.world))
    if (reply === undefined) throw new Error(`a fault left ${line} without an answer`)
    return answerOf(reply)
  }

  /** The code with which the last request was refused, or "ok". */
  get outcome(): string | undefined {
    return this.world.journal.newest?.outcome
  }

  /** Moves the virtual clock forward. */
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
