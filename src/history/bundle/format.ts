import type { AdminCallId, RequestId } from '../../core/command-id.js'
import type { Bounds } from '../../domain/bounds.js'
import type { ChangeArea } from '../../domain/command.js'
import type { JudgedToken } from '../../domain/credentials.js'
import type { FaultEffect } from '../../domain/faults/fault.js'
import type { Dropped, EndEffect } from '../../domain/faults/holds.js'

/** Raise the number when an older emulator would misread a bundle. */
export const BUNDLE_FORMAT = 'tristore-bundle/3'

export const BUNDLE_SUFFIX = '.tristore.json'

/**
 * A run in one file: the world it started from, the commands that changed it, and their answers. Signatures of tokens
 * are blanked.
 *
 * @example
 * await writeFile('failed.tristore.json', JSON.stringify(await world.bundle()))
 */
export interface Bundle {
  readonly format: typeof BUNDLE_FORMAT
  /** The version of the emulator that wrote it. */
  readonly version: string
  /** The virtual time at which it was written, in ms. */
  readonly at: number
  readonly options: BundleOptions
  /** The world before the first command, as a seed with `resume`. */
  readonly beginning: Readonly<Record<string, unknown>>
  /** Oldest first. */
  readonly commands: readonly (BundledRequest | BundledCall)[]
  /** In the order of the commands that gave them. Each request has one, unless it was still held at the end. */
  readonly answers: readonly BundledAnswer[]
}

/** How the emulator was started, as far as answers depend on it. */
export interface BundleOptions {
  /** The seed of the variation; null if answers aren't varied. */
  readonly grease: number | null
  readonly bounds: Bounds
}

/** A request with everything that its answer depends on. */
export interface BundledRequest {
  readonly kind: 'request'
  readonly id: RequestId
  /** The virtual time, in ms. */
  readonly at: number
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly httpVersion: string
  /** The base address that the client used. */
  readonly origin: string
  readonly prefix: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Left out if there is none. */
  readonly body?: string
  /** Replaces `body` if that isn't text. */
  readonly bodyBase64?: string
  /** It exceeded limits.bodyBytes. */
  readonly bodyIsTooLarge?: true
  /** The result of checking its bearer token. */
  readonly token?: JudgedToken
  /** The addresses of services that had a port of their own. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /** It was held. Its answer, if any, is with the later command of the same id. */
  readonly held?: true
  /** Its hold ended here, and it was answered. The operation runs here too, unless it ran before the hold. */
  readonly holdEnd?: BundledHoldEnd
}

/** How the hold of a request ended. */
export interface BundledHoldEnd {
  /** The fault that held it. */
  readonly fault: FaultEffect & { readonly id: string }
  /**
   * The body of POST /_admin/held/{id}; or why the request ended without one: its client left, the emulator stopped, or
   * too many were held.
   */
  readonly release: EndEffect | Dropped
}

/** An admin call that changed the world. */
export interface BundledCall {
  readonly kind: 'admin'
  readonly id: AdminCallId
  /** The virtual time, in ms. */
  readonly at: number
  readonly area: ChangeArea
  /** The id of the record that it changed. */
  readonly changed?: string
  readonly method: string
  /** With /_admin, percent-encoded. */
  readonly path: string
  readonly body?: string
  /** The world after a call that replaced its contents: a seed with `resume`. */
  readonly state?: Readonly<Record<string, unknown>>
}

export interface BundledAnswer {
  readonly id: string
  /** null if a fault left no answer. */
  readonly status: number | null
  /** A hash of the status, all headers, the body, and the fault's effect. */
  readonly hash: string
  /** The first characters of the body, for people. */
  readonly body?: string
}
