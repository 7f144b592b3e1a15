import type { LaunchOptions } from '../../src/server/options/emulator-options.js'

export type WayName = 'in process' | 'over sockets'

/** An emulator, and the steps that it is taken through, as data. */
export interface Program {
  /** The name of the file with the expected results. */
  readonly topic: string
  readonly options: LaunchOptions
  /** Also keeps the journal as an archive. */
  readonly isArchived?: true
  /** The only way to run it, if the two differ. Heads are kept as they were there. */
  readonly way?: WayName
  readonly steps: readonly Step[]
}

export type Step = RequestStep | AdminStep | EndStep | LeaveStep | BytesStep | RealTimeStep | HeapStep

/** A request to the services. In targets, paths and header values `<name>` is replaced by what an earlier step saved. */
export interface RequestStep {
  readonly send: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Buffer
  /**
   * Continues once the request is held or answered. `end` and `leave` refer to it by this name, and `<name>` is its id.
   */
  readonly begin?: string
  /** Saves the answer's x-next under this name, as a target. */
  readonly saveNext?: string
  /** Sends it to the port of the database. */
  readonly toDatabase?: true
}

export interface AdminStep {
  /** Method and path below /_admin, with the world in between if there is one: "POST /_worlds/w1 /clock". */
  readonly admin: string
  readonly body?: string | object
  /** Saves the answer's token under this name. */
  readonly saveToken?: string
}

/** Waits for the answer to a request that was begun. */
export interface EndStep {
  readonly end: string
}

/** The client of a request that was begun leaves. */
export interface LeaveStep {
  readonly leave: string
}

/** Bytes that no HTTP library would send. Either the emulator ends the connection, or they ask it to. */
export interface BytesStep {
  readonly bytes: string
}

/** Moves the machine's clock forward by these ms. */
export interface RealTimeStep {
  readonly realMs: number
}

/** Sets how much of the machine's heap is in use, out of 1,000,000 bytes. */
export interface HeapStep {
  readonly heapUsed: number
}
