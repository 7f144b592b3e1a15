import type { ClockSample } from '../core/clock.js'
import type { ChangeArea } from './command.js'
import type { Fault } from './faults/fault.js'
import type { RequestRecord } from './requests/record.js'

/** The changes of a fault that events report. */
export type FaultChange = 'added' | 'changed' | 'removed' | 'fired'

/**
 * The causes of a change of much of a world at once: a reset, another seed, another state, a state merged
 * into it, or a snapshot restored.
 */
export type ResetCause = 'reset' | 'seed' | 'state' | 'merge' | 'restore'

/** Something that happened in a world. */
export type WorldEvent =
  | { readonly type: 'request'; readonly entry: RequestRecord }
  | { readonly type: 'clock'; readonly clock: ClockSample }
  | { readonly type: 'fault'; readonly change: FaultChange; readonly fault: Fault }
  | { readonly type: 'reset'; readonly cause: ResetCause }
  | { readonly type: 'change'; readonly area: ChangeArea; readonly id: string | undefined }

/** A place in the order of everything that happened in a world. */
export interface EventPosition {
  /** Tells this run of the world from those before a restart. */
  readonly run: string
  /** The number of events up to it. */
  readonly number: number
}

/** An event, and the place after it. */
export interface PlacedEvent {
  readonly event: WorldEvent
  readonly position: EventPosition
}

/** The events that a listener missed, as far as they are still known. */
export interface Replay {
  /** Oldest first. */
  readonly events: readonly PlacedEvent[]
  /** How many more there were, which are not known any more. */
  readonly lost: number
}

/** A receiver of events, as they happen. */
export interface Listener {
  hear(placed: PlacedEvent): void
  /** There will be no further event. */
  end(): void
}

/** The journal, which requests are in until it drops them. */
interface Requests {
  readonly added: number
  entryAdded(number: number): RequestRecord | undefined
}

/** A kept event. A request is kept as its number in the journal, since the journal alone bounds what requests take. */
type KeptEvent = Exclude<WorldEvent, { type: 'request' }> | { readonly request: number }

/** Events that are kept for listeners that come back. */
const KEPT_MAX = 1000

/** Publishes what happens in a world, and repeats it to listeners that were away. */
export class Events {
  readonly #listeners = new Set<Listener>()
  #isClosed = false
  /** The last events, oldest first: KEPT_MAX of them, and up to as many before those. */
  #kept: KeptEvent[] = []
  #count = 0

  /**
   * @param journal what it has dropped is not repeated
   * @param run another text for each run of the world
   */
  constructor(
    private readonly journal: Requests,
    private readonly run: string,
  ) {}

  /** Publishes what has just happened; a request is the last one that the journal took. */
  publish(event: WorldEvent): void {
    this.#count++
    if (this.#isClosed) return
    this.#kept.push(event.type === 'request' ? { request: this.journal.added } : event)
    if (this.#kept.length >= 2 * KEPT_MAX) this.#kept = this.#kept.slice(-KEPT_MAX)
    const placed = this.#placed(event, this.#count)
    for (const listener of this.#listeners) listener.hear(placed)
  }

  /** The events after a position; all that are known if the position is of another run. */
  after({ run, number }: EventPosition): Replay {
    const from = run === this.run && number <= this.#count ? number : 0
    const kept = this.#kept.slice(-KEPT_MAX)
    const before = this.#count - kept.length
    const events = kept.flatMap((one, index) => {
      const at = before + index + 1
      const event = at > from ? this.#eventOf(one) : undefined
      return event === undefined ? [] : [this.#placed(event, at)]
    })
    return { events, lost: this.#count - from - events.length }
  }

  /**
   * Sends the listener every event from now on. The listener of a closed world hears the end at once.
   *
   * @returns ends the subscription
   */
  listen(listener: Listener): () => void {
    if (this.#isClosed) listener.end()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends every subscription: the world is removed, or its emulator stops. */
  close(): void {
    this.#isClosed = true
    for (const listener of this.#listeners) listener.end()
    this.#listeners.clear()
    this.#kept = []
  }

  #placed(event: WorldEvent, number: number): PlacedEvent {
    return { event, position: { run: this.run, number } }
  }

  /** Returns the event; undefined for a request that the journal has dropped. */
  #eventOf(kept: KeptEvent): WorldEvent | undefined {
    if (!('request' in kept)) return kept
    const entry = this.journal.entryAdded(kept.request)
    return entry && { type: 'request', entry }
  }
}
