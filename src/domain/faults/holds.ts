import type { FaultEffect, FiredFault } from './fault.js'

/** A request that a fault holds. */
export interface HeldRequest {
  /** "r1": its id in the journal, which has it once it ended. */
  readonly request: string
  /** The id of the fault. */
  readonly fault: string
  readonly operation: string | null
  readonly method: string
  readonly path: string
  /** Whose request it says it is; null where it does not. */
  readonly party: string | null
  /** The virtual time from which on it is held, in ms. */
  readonly since: number
}

/** The parts of a fault that say how a request ends. */
export type EndEffect = Omit<FaultEffect, 'delay' | 'effect' | 'hold'>

/**
 * Why a request is held no longer: it is let go, with another end than the fault's own where `effect` has one; its client
 * is gone; the emulator stops; or there was no room to hold it.
 */
export type Release = { readonly effect: EndEffect } | Dropped

/** Why a request was not let go. */
export const DROPPED = ['gone', 'stopped', 'no room'] as const

export type Dropped = (typeof DROPPED)[number]

/** What held a request, and how that ended. */
export interface HoldEnd {
  readonly fault: FiredFault
  readonly release: Release
}

/** Ends the holding of one request; what is held no longer is left alone. */
export type Let = (release: Release) => void

interface Held {
  readonly request: HeldRequest
  readonly number: number
  readonly goOn: Let
}

/** Requests that a world holds at once. */
export const HELD_MAX = 1000

const LET_GO: Release = { effect: {} }

/** The requests that faults of a world hold, oldest first. */
export class Holds {
  readonly #held = new Set<Held>()
  readonly #listeners = new Set<() => void>()
  #count = 0
  #isClosed = false

  /** Those of a fault, or all, each with its number: higher for later ones. */
  list(fault?: string): { readonly number: number; readonly request: HeldRequest }[] {
    return [...this.#held].filter(({ request }) => fault === undefined || request.fault === fault)
  }

  /**
   * Holds a request.
   *
   * @param goOn is called once, when it is held no longer: all that the request changes is to be changed when it returns
   * @returns lets it go; undefined if HELD_MAX are held already, or it is closed
   */
  add(request: HeldRequest, goOn: Let): Let | undefined {
    if (this.#isClosed || this.#held.size >= HELD_MAX) return undefined
    this.#count++
    const held = { request, number: this.#count, goOn }
    this.#held.add(held)
    this.#tell()
    return (release) => this.#end(held, release)
  }

  /** Lets go of a request; false where none of this id is held. */
  release(id: string, effect: EndEffect): boolean {
    const held = [...this.#held].find(({ request }) => request.request === id)
    if (held === undefined) return false
    this.#end(held, { effect })
    return true
  }

  /** Lets go of those that these faults hold, or of all. */
  releaseAll(faults?: ReadonlySet<string>): void {
    for (const held of [...this.#held]) {
      if (faults === undefined || faults.has(held.request.fault)) this.#end(held, LET_GO)
    }
    this.#tell()
  }

  /**
   * Tells whenever a request is held from now on, and when all are let go.
   *
   * @returns ends the telling
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Drops all that is held: the emulator stops, or the world is removed. */
  close(): void {
    this.#isClosed = true
    for (const held of [...this.#held]) this.#end(held, 'stopped')
    this.#tell()
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  #end(held: Held, release: Release): void {
    if (!this.#held.delete(held)) return
    held.goOn(release)
  }
}
