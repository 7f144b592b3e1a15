import type { FaultEffect, FiredFault } from './fault.js'

/** A request that a fault holds. */
export interface PausedRequest {
  /** "r1": its id in the journal, which has it once it ended. */
  readonly id: string
  /** The id of the fault. */
  readonly fault: string
  readonly operation: string | null
  readonly method: string
  readonly path: string
  /** The party that the request names as its sender; null if it names none. */
  readonly party: string | null
  /** The virtual time at which the hold began, in ms. */
  readonly since: number
}

/** The parts of a fault that say how a request ends. */
export type EndEffect = Omit<FaultEffect, 'delay' | 'effect' | 'hold'>

/**
 * Why a hold ended. The request was released (with another end than the fault's own, if `effect` has one), its client
 * left, the emulator stops, or too many requests were held already.
 */
export type Release = { readonly effect: EndEffect } | Dropped

/** Why a request was not released. */
export const DROPPED = ['gone', 'stopped', 'no room'] as const

export type Dropped = (typeof DROPPED)[number]

/** What held a request, and how that ended. */
export interface HoldEnd {
  readonly fault: FiredFault
  readonly release: Release
}

/** Ends the hold of one request. Does nothing if it has ended. */
export type Let = (release: Release) => void

interface Held {
  readonly request: PausedRequest
  readonly number: number
  readonly goOn: Let
}

/** The most requests that a world holds at once. */
export const HELD_MAX = 1000

const LET_GO: Release = { effect: {} }

/** The requests that faults of a world hold, oldest first. */
export class Holds {
  readonly #held = new Set<Held>()
  readonly #listeners = new Set<() => void>()
  #count = 0
  #isClosed = false

  /** Returns the held requests of a fault, or all, each with its number: higher for later ones. */
  list(fault?: string): { readonly number: number; readonly request: PausedRequest }[] {
    return [...this.#held].filter(({ request }) => fault === undefined || request.fault === fault)
  }

  /**
   * Holds a request.
   *
   * @param goOn is called once, when the hold ends: it makes all changes of the request before it returns
   * @returns the function that ends the hold; undefined if HELD_MAX are held already, or this is closed
   */
  add(request: PausedRequest, goOn: Let): Let | undefined {
    if (this.#isClosed || this.#held.size >= HELD_MAX) return undefined
    this.#count++
    const held = { request, number: this.#count, goOn }
    this.#held.add(held)
    this.#notify()
    return (release) => this.#end(held, release)
  }

  /** Releases a request; false if none of this id is held. */
  release(id: string, effect: EndEffect): boolean {
    const held = [...this.#held].find(({ request }) => request.id === id)
    if (held === undefined) return false
    this.#end(held, { effect })
    return true
  }

  /** Releases the requests that these faults hold, or all. */
  releaseAll(faults?: ReadonlySet<string>): void {
    for (const held of [...this.#held]) {
      if (faults === undefined || faults.has(held.request.fault)) this.#end(held, LET_GO)
    }
    this.#notify()
  }

  /**
   * Calls a listener whenever a hold begins, and when all requests are released.
   *
   * @returns removes the listener
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Drops all that is held: the emulator stops, or the world is removed. */
  close(): void {
    this.#isClosed = true
    for (const held of [...this.#held]) this.#end(held, 'stopped')
    this.#notify()
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  #end(held: Held, release: Release): void {
    if (!this.#held.delete(held)) return
    held.goOn(release)
  }
}
