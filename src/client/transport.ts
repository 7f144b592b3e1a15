import type { Ask } from './ask.js'

/** Where a world is reached. */
export interface Addresses {
  /** The base address of A and B. */
  readonly baseUrl: string
  /** The base address of C. */
  readonly dbBaseUrl: string
  readonly adminUrl: string
}

/** A world that was made, as POST /worlds answers it. */
export interface MadeWorld extends Addresses {
  readonly id: string
}

/** The way to one world of an emulator: in this process, or over HTTP. */
export interface Transport {
  readonly addresses: Addresses
  readonly ask: Ask
  /** Carries a request to the services. */
  readonly fetch: typeof globalThis.fetch
  /** The same way to another world of the emulator. */
  toWorld(world: MadeWorld): Transport
}
