import type { ServedOperation, ServedService } from './context.js'
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
    this.routes = new Routes(all.flatMap(({ operations }) => operations))
    this.#byName = new Map(all.map((service) => [service.name, service]))
  }

  /** The service of a name; that of unnamed paths if there is none. */
  readonly named = (name: string): ServedService => this.#byName.get(name) ?? this.first
}
