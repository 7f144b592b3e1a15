import type { RequestRecord } from '../api/record.js'
import type { World } from '../domain/world.js'
import type { TokenSignatures } from '../identity/signatures.js'
import type { WorldSeed } from '../seed/world-seed.js'
import type { WorldDirectory } from '../worlds/directory.js'

/** What the admin interface steers. */
export interface AdminContext {
  readonly world: World<RequestRecord>
  /** The seed that a reset goes back to. */
  readonly seeds: WorldSeed
  readonly signatures: TokenSignatures
  readonly version: string
  /** The worlds beside the default one. */
  readonly worlds: WorldDirectory
  /** The address of the document database, where that has a port of its own. */
  readonly databaseUrl: () => string | undefined
  /** The number that it varies the answers by; undefined: it does not. */
  readonly grease: number | undefined
}

/** One call of the admin interface, as plain values. */
export interface AdminCall {
  readonly context: AdminContext
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The Accept header; empty where there is none. */
  readonly accept: string
  /** The address by which the client reached the emulator: `http://localhost:4600`. */
  readonly origin: string
  /** The body as it came. */
  readonly text: string
}

/** Where an answer is written that goes on as things happen. */
export interface AnswerStream {
  /** false: it takes in more only after "drain". */
  write(text: string): boolean
  end(): void
  once(event: 'drain' | 'close', then: () => void): void
}

/** An answer of the admin interface: `body` is sent as JSON, unless it is text of another `type`. */
export interface AdminReply {
  readonly status: number
  readonly body?: unknown
  /** Media type, where it is not JSON; `body` is then a string. */
  readonly type?: string
  /** In place of a body: writes one until it or the client ends. It needs a socket. */
  readonly stream?: (out: AnswerStream) => void
}

/** One call that the admin interface knows: routing and the index derive from it. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /_admin; `:name` stands for one segment. */
  readonly path: string
  /** One line, for the index. */
  readonly help: string
  /** Reachable without the admin token. */
  readonly isOpen?: boolean
  handle(call: AdminCall): AdminReply | Promise<AdminReply>
}

export const ok = (body: unknown): AdminReply => ({ status: 200, body })
export const created = (body: unknown): AdminReply => ({ status: 201, body })
export const NO_CONTENT: AdminReply = { status: 204 }
