import type { ContractInfo, EmulatorClient } from 'tristore-emulator'

export type KnownOperation = ContractInfo['operations'][number]

/** Includes the operations of users' own services. */
export class Operations {
  readonly #byId: ReadonlyMap<string | null, KnownOperation>

  constructor(private readonly all: readonly KnownOperation[]) {
    this.#byId = new Map(all.map((one) => [one.id, one]))
  }

  static async of(emulator: EmulatorClient): Promise<Operations> {
    return new Operations((await emulator.contract()).operations)
  }

  /** @param id an operation id from the journal, which is null for requests without an operation */
  named(id: string | null): KnownOperation | undefined {
    return this.#byId.get(id)
  }

  /** Finds the service that a path belongs to, even if no route matches the rest of the path. */
  serviceAt(path: string): string | undefined {
    return this.all.find(({ route }) => {
      const prefix = route.replace(/\/\{.*/, '')
      return path === prefix || path.startsWith(`${prefix}/`)
    })?.service
  }
}

/** Returns the values of the route's parameters, decoded. */
export function parametersOf(route: string, path: string): string[] {
  const segments = path.split('/')
  return route
    .split('/')
    .flatMap((part, index) => (part.startsWith('{') ? [decoded(segments[index] ?? '')] : []))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
