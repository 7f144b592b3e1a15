import type { LaunchOptions } from '../../src/server/options/emulator-options.js'

export type WayName = 'in process' | 'over sockets'

/** A run as data: an emulator, and the steps that it is taken through. */
export interface Program {
  /** The name of the file that keeps what came of it. */
  readonly topic: string
  readonly options: LaunchOptions
  /** The journal is kept as an archive, too. */
  readonly isArchived?: true
  /** The one way in which it is run, if the two differ. Heads are kept as they were there. */
  readonly way?: WayName
  readonly steps: readonly Step[]
}

export type Step = RequestStep | AdminStep | EndStep | LeaveStep | BytesStep | RealTimeStep | HeapStep

/** A request to the services. In targets, paths and header values `<name>` is replaced by what an earlier step saved. */
export interface RequestStep {
  /** Method and target. */
  readonly send: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Buffer
  /** Goes on once the request is held or answered. `end` and `leave` name it so, and `<name>` is its id. */
  readonly begin?: string
  /** Saves the x-next of the answer under this name, as a target. */
  readonly saveNext?: string
  /** Goes to the port of the database. */
  readonly toDatabase?: true
}

/** A call of the admin interface. */
export interface AdminStep {
  /** Method and path below /_admin; a world comes before that: "POST /_worlds/w1 /clock". */
  readonly admin: string
  readonly body?: string | object
  /** Saves the token of the answer under this name. */
  readonly saveToken?: string
}

/** Waits for the answer of a request that was begun. */
export interface EndStep {
  readonly end: string
}

/** The client of a request that was begun leaves. */
export interface LeaveStep {
  readonly leave: string
}

/** Bytes that no HTTP library would send. The emulator ends the connection, or they ask it to. */
export interface BytesStep {
  readonly bytes: string
}

/** The machine's clock moves on by these ms. */
export interface RealTimeStep {
  readonly realMs: number
}

/** The machine has so much of its heap in use, of 1,000,000 bytes. */
export interface HeapStep {
  readonly heapUsed: number
}
