import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import type { Session } from './issuer.js'

export const NAMESPACE = 'ns_shop_k3v9x2'
export const STORE = 'ec_web_89daefd4'
export const OWNER = 'user_alice'
export const SECRET = 'the secret of the issuer'

/** What every program finds. */
export const SEED = {
  clock: { now: '2026-01-15T12:00:00.000Z', freeze: true },
  namespaces: [{ id: NAMESPACE, owner: OWNER, keys: [{ key: 'kv', scope: 'admin' }] }],
  stores: [
    {
      id: STORE,
      keys: [{ key: 'ec', scope: 'admin' }],
      entries: [{ key: 'banner', value: { text: 'hi' } }],
    },
  ],
  database: { keys: [{ key: 'db' }], documents: [{ repeat: 4, title: 'Page {{index}}' }] },
} as const

export const PROFILE = { auth: { secret: SECRET } } as const

/** The parties of every program. */
export const NAMES = ['A', 'B'] as const

export type Name = (typeof NAMES)[number]

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly next: string | undefined
}

/** Sends a request to the services, by the global fetch or by undici. */
export type Send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
) => Promise<Answer>

/** What a party runs on, in whichever process. */
export interface Means {
  readonly send: Send
  /** Asks the issuer for a new session; undefined: the grant is worth nothing. */
  readonly refresh: (grant: string) => Promise<Session | undefined>
}

/** One way to write a program. */
export interface Variant {
  /** Changes the world before the parties begin. Its calls are not held. */
  readonly prepare?: (world: EmulatorClient) => Promise<unknown>
  /** What each party does; what it resolves with is one of the results. */
  readonly party: (means: Means, name: Name) => Promise<unknown>
  /** What is there in the end. */
  readonly outcome: (world: EmulatorClient, results: readonly unknown[]) => Promise<unknown>
}

/** A small racy program, and the same without its race. */
export interface Program {
  readonly name: string
  readonly racy: Variant
  readonly mended: Variant
  /** Judges the outcome of both. */
  readonly isRight: (outcome: unknown) => boolean
}
