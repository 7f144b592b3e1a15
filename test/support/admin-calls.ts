import type { AdminContext, AdminRoute } from '../../src/admin/call.js'
import { Refusal } from '../../src/core/refusal.js'
import { SeedProblems } from '../../src/seed/text/problems.js'
import { textOf } from '../../src/wording/refusals.js'
import type { Service } from './service.js'

export interface AdminAnswer {
  readonly status: number
  readonly text: string
  /** The body as JSON; undefined where there is none. */
  readonly json: unknown
}

/** Why a call was refused. */
export interface Refused {
  readonly code: string
  readonly message: string
  readonly hint: string | undefined
}

/** Admin calls without a socket, on the world of a service. */
export class AdminCalls {
  readonly #service: Service
  readonly #routes: readonly AdminRoute[]

  constructor(service: Service, ...routes: (readonly AdminRoute[])[]) {
    this.#service = service
    this.#routes = routes.flat()
  }

  /** Makes a call: `send('PUT /stores/ec_a/entries/a%2Fb', { value: 1 })`. A body of text is sent as it is. */
  async send(line: string, body?: unknown): Promise<AdminAnswer> {
    const [method = '', target = ''] = line.split(' ')
    const { pathname, searchParams: query } = new URL(target, 'http://emulator.test')
    const [route, params] = this.#find(method, pathname)
    const { world, seeds } = this.#service
    const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
    // The management calls need no more of the context.
    const context = { world, seeds } as AdminContext
    const reply = await route.handle({
      context,
      params,
      query,
      accept: '',
      origin: 'http://emulator.test',
      text,
    })
    if (reply.body === undefined) return { status: reply.status, text: '', json: undefined }
    const answer = reply.type === undefined ? JSON.stringify(reply.body) : String(reply.body)
    return { status: reply.status, text: answer, json: JSON.parse(answer) }
  }

  /** Makes a call that must be refused. */
  async refused(line: string, body?: unknown): Promise<Refused> {
    const answer = await this.send(line, body).catch((error: unknown) => error)
    if (answer instanceof Refusal) {
      const { reason, hint } = textOf(answer)
      return { code: answer.code, message: reason, hint }
    }
    if (answer instanceof SeedProblems) {
      const [first] = answer.problems
      return { code: 'invalid_seed', message: `${first?.path}: ${first?.message}`, hint: first?.hint }
    }
    throw new Error(`${line} was not refused: ${JSON.stringify(answer)}`, { cause: answer })
  }

  #find(method: string, path: string): [AdminRoute, Record<string, string>] {
    for (const route of this.#routes) {
      if (route.method !== method) continue
      const pattern = new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
      const found = pattern.exec(path)
      if (found === null) continue
      const params = Object.entries(found.groups ?? {}).map(([name, value]) => [
        name,
        decodeURIComponent(value),
      ])
      return [route, Object.fromEntries(params)]
    }
    throw new Error(`there is no route for ${method} ${path}`)
  }
}
