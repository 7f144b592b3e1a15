import { type AdminRequest, AdminRouter } from '../../src/admin/router.js'
import { TokenSignatures } from '../../src/identity/signatures.js'
import { services } from '../../src/services/index.js'
import type { WorldContext } from '../../src/worlds/context.js'
import { WorldDirectory } from '../../src/worlds/directory.js'
import { NO_FILES, type Service } from './service.js'

export const adminRouter = await AdminRouter.of(services)

export interface AdminAnswer {
  readonly status: number
  readonly text: string
  /** The body parsed as JSON. Undefined if there's no body. */
  readonly json: unknown
}

export interface Refused {
  readonly code: string
  readonly message: string
  readonly hint: string | undefined
}

export function contextOf(
  { world, seeds, plane }: Pick<Service, 'world' | 'seeds' | 'plane'>,
  every: WorldContext['every'] = () => () => {},
): WorldContext {
  const worlds: WorldDirectory = new WorldDirectory(
    () => context,
    () => world.clock.now(),
  )
  const context: WorldContext = {
    world,
    seeds,
    signatures: new TokenSignatures(NO_FILES),
    plane,
    every,
    version: '1.2.3',
    worlds,
    databaseUrl: () => undefined,
    stop: () => {},
    grease: undefined,
  }
  return context
}

/** Makes admin calls on a service's world without a socket. */
export class AdminCalls {
  readonly #context: WorldContext

  constructor(service: Pick<Service, 'world' | 'seeds' | 'plane'>) {
    this.#context = contextOf(service)
  }

  /** Makes a call, e.g. `send('PUT /stores/ec_a/entries/a%2Fb', { value: 1 })`. A string is sent unchanged. */
  async send(line: string, body?: unknown, more: Partial<AdminRequest> = {}): Promise<AdminAnswer> {
    const [method = '', target = ''] = line.split(' ')
    const [path = '', query = ''] = target.split('?')
    const reply = await adminRouter.answer(this.#context, {
      method,
      path: `/_admin${path}`,
      query,
      origin: 'http://emulator.test',
      body: typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
      ...more,
    })
    const { status, body: text = '', type } = reply
    return { status, text, json: type === 'application/json' ? JSON.parse(text) : undefined }
  }

  /** Makes a call and expects it to be refused. */
  async refused(line: string, body?: unknown): Promise<Refused> {
    const { status, json } = await this.send(line, body)
    if (status < 400) throw new Error(`${line} was not refused: ${JSON.stringify(json)}`)
    const { error: code, message, hint, problems: [first] = [] } = json as ErrorBody
    if (first === undefined) return { code, message, hint }
    return { code, message: `${first.path}: ${first.message}`, hint: first.hint }
  }
}

interface ErrorBody {
  readonly error: string
  readonly message: string
  readonly hint?: string
  readonly problems?: readonly { readonly path: string; readonly message: string; readonly hint?: string }[]
}
