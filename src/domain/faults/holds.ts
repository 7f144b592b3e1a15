import type { FaultEffect, FiredFault } from './fault.js'

export interface PausedRequest {
  /** The request will have the same id in the journal. */
  readonly id: string
  readonly fault: string
  readonly operation: string | null
  readonly method: string
  readonly path: string
  /** The party that the request names in its Baggage header. */
  readonly party: string | null
  /** Virtual ms. */
  readonly since: number
}

export type EndEffect = Omit<FaultEffect, 'delay' | 'effect' | 'hold'>

/**
 * Why a hold ended: the request was released, its client disconnected, the emulator is stopping, or too many requests
 * are held. A release's `effect` can replace the fault's own.
 */
export type Release = { readonly effect: EndEffect } | Dropped

/** Ends that aren't releases. */
export const DROPPED = ['gone', 'stopped', 'no room'] as const

export type Dropped = (typeof DROPPED)[number]

export interface HoldEnd {
  readonly fault: FiredFault
  readonly release: Release
}

/** Calling it again does nothing. */
export type EndHold = (release: Release) => void

interface Held {
  readonly request: PausedRequest
  readonly number: number
  readonly goOn: EndHold
}

/** Per world. */
export const HELD_MAX = 1000

const LET_GO: Release = { effect: {} }

/** Oldest first. */
export class Holds {
  readonly #held = new Set<Held>()
  readonly #listeners = new Set<() => void>()
  #count = 0
  #isClosed = false

  /** One fault's held requests, or all. Later ones have higher numbers. */
  list(fault?: string): { readonly number: number; readonly request: PausedRequest }[] {
    return [...this.#held].filter(({ request }) => fault === undefined || request.fault === fault)
  }

  /**
   * @param goOn called once when the hold ends; it must make all of the request's changes before it returns
   * @returns a function that ends the hold, or undefined if HELD_MAX requests are already held or the world is closed
   */
  add(request: PausedRequest, goOn: EndHold): EndHold | undefined {
    if (this.#isClosed || this.#held.size >= HELD_MAX) return undefined
    this.#count++
    const held = { request, number: this.#count, goOn }
    this.#held.add(held)
    this.#notify()
    return (release) => this.#end(held, release)
  }

  /** Returns false if no held request has this id. */
  release(id: string, effect: EndEffect): boolean {
    const held = [...this.#held].find(({ request }) => request.id === id)
    if (held === undefined) return false
    this.#end(held, { effect })
    return true
  }

  /** Releases only those held by the given faults, or all. */
  releaseAll(faults?: ReadonlySet<string>): void {
    for (const held of [...this.#held]) {
      if (faults === undefined || faults.has(held.request.fault)) this.#end(held, LET_GO)
    }
    this.#notify()
  }

  /**
   * Calls the listener whenever a hold begins, and after `releaseAll` or `close`.
   *
   * @returns a function that removes the listener
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called when the emulator stops or the world is removed. */
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
