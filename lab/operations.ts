import type { ContractInfo, EmulatorClient } from 'tristore-emulator'

export type KnownOperation = ContractInfo['operations'][number]

/** The operations of an emulator, including those of user-described services. */
export class Operations {
  readonly #byId: ReadonlyMap<string | null, KnownOperation>

  constructor(private readonly all: readonly KnownOperation[]) {
    this.#byId = new Map(all.map((one) => [one.id, one]))
  }

  static async of(emulator: EmulatorClient): Promise<Operations> {
    return new Operations((await emulator.contract()).operations)
  }

  /** @param id as in the journal: null for a request without an operation */
  named(id: string | null): KnownOperation | undefined {
    return this.#byId.get(id)
  }

  /** Finds the service by the start of a path, even if no route matches the rest. */
  serviceAt(path: string): string | undefined {
    return this.all.find(({ route }) => {
      const prefix = route.replace(/\/\{.*/, '')
      return path === prefix || path.startsWith(`${prefix}/`)
    })?.service
  }
}

/** Returns the decoded path segments that fill the route's parameters. */
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
