import type { ClockState } from '../core/clock.js'
import type { Fault } from './faults/faults.js'

/** What became of a fault. */
export type FaultChange = 'added' | 'changed' | 'removed' | 'fired'

/**
 * What put much of a world in another place at once: a reset, another seed, another state, a state merged into it, or
 * a snapshot.
 */
export type ResetCause = 'reset' | 'seed' | 'state' | 'merge' | 'restore'

/** Something that happened in a world. */
export type WorldEvent<Entry> =
  | { readonly type: 'request'; readonly entry: Entry }
  | { readonly type: 'clock'; readonly clock: ClockState }
  | { readonly type: 'fault'; readonly change: FaultChange; readonly fault: Fault }
  | { readonly type: 'reset'; readonly cause: ResetCause }

/** Who is told of events, as they happen. */
export interface Listener<Entry> {
  hear(event: WorldEvent<Entry>): void
  /** Nothing more will happen. */
  end(): void
}

/** Tells of what happens in a world. Keeps nothing: whoever listens bounds what it remembers. */
export class Events<Entry> {
  readonly #listeners = new Set<Listener<Entry>>()
  #isClosed = false

  /** Whether anyone listens: an event that nobody hears need not be made. */
  get isHeard(): boolean {
    return this.#listeners.size > 0
  }

  publish(event: WorldEvent<Entry>): void {
    for (const listener of this.#listeners) listener.hear(event)
  }

  /**
   * Tells the listener of everything from now on; of a world that is closed it is told the end at once.
   *
   * @returns stops telling it
   */
  listen(listener: Listener<Entry>): () => void {
    if (this.#isClosed) listener.end()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The world is gone, or its emulator stops. */
  close(): void {
    this.#isClosed = true
    for (const listener of this.#listeners) listener.end()
    this.#listeners.clear()
  }
}
