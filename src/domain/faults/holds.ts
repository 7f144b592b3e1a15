import type { FaultEffect, FiredFault } from './fault.js'

export interface PausedRequest {
  /** Its id, which the journal will record when it ends. */
  readonly id: string
  readonly fault: string
  readonly operation: string | null
  readonly method: string
  readonly path: string
  /** The party that the request names as its sender, or null. */
  readonly party: string | null
  /** Virtual time at which the hold began, in ms. */
  readonly since: number
}

/** The parts of a fault that decide how a request ends. */
export type EndEffect = Omit<FaultEffect, 'delay' | 'effect' | 'hold'>

/**
 * A hold ends because the request was released (with another ending than the fault's own if `effect` says so), its
 * client disconnected, the emulator is stopping, or too many requests are held.
 */
export type Release = { readonly effect: EndEffect } | Dropped

/** Reasons other than a release. */
export const DROPPED = ['gone', 'stopped', 'no room'] as const

export type Dropped = (typeof DROPPED)[number]

/** The fault that held a request, and how the hold ended. */
export interface HoldEnd {
  readonly fault: FiredFault
  readonly release: Release
}

/** Ends the hold of one request; does nothing the second time. */
export type EndHold = (release: Release) => void

interface Held {
  readonly request: PausedRequest
  readonly number: number
  readonly goOn: EndHold
}

/** Most requests that a world holds at once. */
export const HELD_MAX = 1000

const LET_GO: Release = { effect: {} }

/** The held requests of a world, oldest first. */
export class Holds {
  readonly #held = new Set<Held>()
  readonly #listeners = new Set<() => void>()
  #count = 0
  #isClosed = false

  /** Returns the requests that one fault holds, or all. Later ones have higher numbers. */
  list(fault?: string): { readonly number: number; readonly request: PausedRequest }[] {
    return [...this.#held].filter(({ request }) => fault === undefined || request.fault === fault)
  }

  /**
   * Holds a request.
   *
   * @param goOn called once, when the hold ends; it makes all changes of the request before it returns
   * @returns a function that ends the hold; undefined if HELD_MAX are held already, or this is closed
   */
  add(request: PausedRequest, goOn: EndHold): EndHold | undefined {
    if (this.#isClosed || this.#held.size >= HELD_MAX) return undefined
    this.#count++
    const held = { request, number: this.#count, goOn }
    this.#held.add(held)
    this.#notify()
    return (release) => this.#end(held, release)
  }

  /** Returns false if no such request is held. */
  release(id: string, effect: EndEffect): boolean {
    const held = [...this.#held].find(({ request }) => request.id === id)
    if (held === undefined) return false
    this.#end(held, { effect })
    return true
  }

  /** Releases all requests, or those that these faults hold. */
  releaseAll(faults?: ReadonlySet<string>): void {
    for (const held of [...this.#held]) {
      if (faults === undefined || faults.has(held.request.fault)) this.#end(held, LET_GO)
    }
    this.#notify()
  }

  /**
   * Calls a listener when a hold begins and when all requests are released.
   *
   * @returns a function that removes the listener
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Drops everything held: the emulator is stopping, or the world was removed. */
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
