import type { ServiceRoute } from '../domain/requests/call.js'
import type { IncomingRequest } from '../domain/requests/request.js'
import type { RouteByService, ServedOperation, ServedService } from './call.js'
import { serviceOfPort } from './call.js'
import { Routes } from './route.js'

export class ServedServices {
  readonly routes: Routes<ServedOperation>
  /** Answers paths that belong to no service. It shares its port with the emulator's own paths. */
  readonly first: ServedService
  readonly #byName: ReadonlyMap<string, ServedService>

  constructor(readonly all: readonly ServedService[]) {
    const [first] = all
    if (first === undefined) throw new Error('an emulator has a service')
    this.first = first
    const byPrefix = all.filter(({ find }) => find === undefined)
    const own = all.filter(({ find }) => find !== undefined)
    this.routes = new Routes(
      byPrefix.flatMap(({ operations }) => operations),
      own.flatMap(({ operations }) => operations.map(({ path }) => path.replace(/\/\{.*/, ''))),
    )
    this.#byName = new Map(all.map((service) => [service.name, service]))
  }

  /** A path that belongs to no service goes to the port's service. */
  find({
    method,
    target,
    otherAddressOf,
  }: Pick<IncomingRequest, 'method' | 'target' | 'otherAddressOf'>): ServiceRoute<ServedOperation> & {
    readonly service: ServedService
  } {
    const shown = this.routes.find(method, target)
    const { path, query, operation } = shown
    const own = operation === undefined ? this.#findOwn(method, path) : undefined
    const service = this.named(own?.service ?? shown.service ?? serviceOfPort(otherAddressOf))
    if (operation !== undefined) return { path, query, operation, segments: shown.segments, service }
    return { path, query, ...(own ?? shown), service }
  }

  #findOwn(method: string, path: string): RouteByService | undefined {
    for (const { find } of this.all) {
      const found = find?.(method, path)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Falls back to the first service. */
  named(name: string): ServedService {
    return this.#byName.get(name) ?? this.first
  }
}
