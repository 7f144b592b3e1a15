import type { ServiceRoute } from '../domain/requests/call.js'
import type { UnplacedRequest } from '../domain/requests/request.js'
import type { FoundRoute, ServedOperation, ServedService } from './call.js'
import { serviceOfPort } from './call.js'
import { Routes } from './route.js'

/** The services that an emulator serves. */
export class ServedServices {
  readonly routes: Routes<ServedOperation>
  /** The one that answers for paths that name none, and where the emulator's own paths are. */
  readonly first: ServedService
  readonly #byName: ReadonlyMap<string, ServedService>

  constructor(readonly all: readonly ServedService[]) {
    const [first] = all
    if (first === undefined) throw new Error('an emulator has a service')
    this.first = first
    const byPrefix = all.filter(({ find }) => find === undefined)
    this.routes = new Routes(byPrefix.flatMap(({ operations }) => operations))
    this.#byName = new Map(all.map((service) => [service.name, service]))
  }

  /** Finds what a request asks for. What is not shown, and names no service, is of that of its port. */
  find({ method, target, otherAddressOf }: UnplacedRequest): ServiceRoute<ServedOperation> & {
    readonly service: ServedService
  } {
    const shown = this.routes.find(method, target)
    const { path, query, operation } = shown
    const own = operation === undefined ? this.#findOwn(method, path) : undefined
    const service = this.named(own?.service ?? shown.service ?? serviceOfPort(otherAddressOf))
    if (operation !== undefined) return { path, query, operation, segments: shown.segments, service }
    return { path, query, ...(own ?? shown), service }
  }

  /** Asks the services that know their paths themselves. */
  #findOwn(method: string, path: string): FoundRoute | undefined {
    for (const { find } of this.all) {
      const found = find?.(method, path)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The service of a name; that of unnamed paths if there is none. */
  named(name: string): ServedService {
    return this.#byName.get(name) ?? this.first
  }
}
