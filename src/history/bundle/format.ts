import type { AdminCallId, RequestId } from '../../core/command-id.js'
import type { Bounds } from '../../domain/bounds.js'
import type { ChangeArea } from '../../domain/command.js'
import type { JudgedToken } from '../../domain/credentials.js'
import type { FaultEffect } from '../../domain/faults/fault.js'
import type { Dropped, EndEffect } from '../../domain/faults/holds.js'

/** The format of bundles. Its number is raised when an older emulator would read a bundle wrongly. */
export const BUNDLE_FORMAT = 'tristore-bundle/3'

/** How the names of bundles end. */
export const BUNDLE_SUFFIX = '.tristore.json'

/**
 * A run as one file: if a world began, what changed it, and what was answered. Signatures of tokens are
 * blanked.
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
  /** In the order of the commands that gave them: each request has one, unless it was held to the end. */
  readonly answers: readonly BundledAnswer[]
}

/** What decides answers besides the world: how its emulator was started. */
export interface BundleOptions {
  /** The number that answers are varied by; null: they are not. */
  readonly grease: number | null
  readonly bounds: Bounds
}

/** A request, with all that decides its answer. */
export interface BundledRequest {
  readonly kind: 'request'
  readonly id: RequestId
  /** The virtual time, in ms. */
  readonly at: number
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  readonly httpVersion: string
  /** The address that the client used, and what came between it and the target. */
  readonly origin: string
  readonly prefix: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Text; left out if there is none. */
  readonly body?: string
  /** In place of `body`, if that is not text. */
  readonly bodyBase64?: string
  /** It was longer than limits.bodyBytes. */
  readonly bodyIsTooLarge?: true
  /** What its bearer token was found to be. */
  readonly token?: JudgedToken
  /** The services that had their own port, with its address. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /** It was held here: its answer, if any, is with the command of the same id that ended that. */
  readonly held?: true
  /** It was held: here that ended, and it got its answer. Only if its operation had not run, it ran here. */
  readonly holdEnd?: BundledHoldEnd
}

/** How a request ended that was held. */
export interface BundledHoldEnd {
  /** What held it. */
  readonly fault: FaultEffect & { readonly id: string }
  /**
   * What POST /_admin/held/{id} was given; or its client was gone, the emulator stopped, or there was no room
   * to hold it.
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
  /** The id of what was changed. */
  readonly changed?: string
  readonly method: string
  /** With /_admin, percent-encoded. */
  readonly path: string
  readonly body?: string
  /** The world after it, if it put another one in its place: a seed with `resume`. */
  readonly state?: Readonly<Record<string, unknown>>
}

/** What a request was answered. */
export interface BundledAnswer {
  readonly id: string
  /** null if a fault left no answer. */
  readonly status: number | null
  /**
   * A hash that differs for any other answer: of its status, its whole head and body, and what a fault did to
   * them.
   */
  readonly hash: string
  /** The beginning of its body, for people. */
  readonly body?: string
}
