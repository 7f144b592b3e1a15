import type { ContractInfo, EmulatorClient } from 'tristore-emulator'

export type KnownOperation = ContractInfo['operations'][number]

/** The operations that an emulator answers; it may have services that the contract does not show. */
export class Operations {
  readonly #byId: ReadonlyMap<string | null, KnownOperation>

  constructor(private readonly all: readonly KnownOperation[]) {
    this.#byId = new Map(all.map((one) => [one.id, one]))
  }

  static async of(emulator: EmulatorClient): Promise<Operations> {
    return new Operations((await emulator.contract()).operations)
  }

  /** @param id as the journal names it: null for a request that is for none */
  named(id: string | null): KnownOperation | undefined {
    return this.#byId.get(id)
  }

  /** Finds the service by the start of a path, even if none of its routes matches the rest. */
  serviceAt(path: string): string | undefined {
    return this.all.find(({ route }) => {
      const prefix = route.replace(/\/\{.*/, '')
      return path === prefix || path.startsWith(`${prefix}/`)
    })?.service
  }
}

/** The segments of a path that fill the parameters of its route, decoded. */
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
