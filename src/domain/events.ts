import type { ClockState } from '../core/clock.js'
import type { Fault } from './faults/faults.js'

/** The changes of a fault that events report. */
export type FaultChange = 'added' | 'changed' | 'removed' | 'fired'

/**
 * The causes of a change of much of a world at once: a reset, another seed, another state, a state merged into it, or
 * a snapshot restored.
 */
export type ResetCause = 'reset' | 'seed' | 'state' | 'merge' | 'restore'

/** Something that happened in a world. */
export type WorldEvent<Entry> =
  | { readonly type: 'request'; readonly entry: Entry }
  | { readonly type: 'clock'; readonly clock: ClockState }
  | { readonly type: 'fault'; readonly change: FaultChange; readonly fault: Fault }
  | { readonly type: 'reset'; readonly cause: ResetCause }

/** A receiver of events, as they happen. */
export interface Listener<Entry> {
  hear(event: WorldEvent<Entry>): void
  /** There will be no further event. */
  end(): void
}

/** Publishes what happens in a world. It keeps nothing; listeners bound what they remember. */
export class Events<Entry> {
  readonly #listeners = new Set<Listener<Entry>>()
  #isClosed = false

  /** Whether there are listeners: without them an event need not be made. */
  get isHeard(): boolean {
    return this.#listeners.size > 0
  }

  publish(event: WorldEvent<Entry>): void {
    for (const listener of this.#listeners) listener.hear(event)
  }

  /**
   * Sends the listener every event from now on. The listener of a closed world hears the end at once.
   *
   * @returns ends the subscription
   */
  listen(listener: Listener<Entry>): () => void {
    if (this.#isClosed) listener.end()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends every subscription: the world is removed, or its emulator stops. */
  close(): void {
    this.#isClosed = true
    for (const listener of this.#listeners) listener.end()
    this.#listeners.clear()
  }
}
