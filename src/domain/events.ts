import type { ClockSample } from '../core/clock.js'
import type { ChangeArea } from './command.js'
import type { Fault } from './faults/fault.js'
import type { RequestRecord } from './requests/record.js'

export type FaultChange = 'added' | 'changed' | 'removed' | 'fired'

/** Causes of a change that replaces much of a world. */
export type ResetCause = 'reset' | 'seed' | 'state' | 'merge' | 'restore'

export type WorldEvent =
  | { readonly type: 'request'; readonly entry: RequestRecord }
  | { readonly type: 'clock'; readonly clock: ClockSample }
  | { readonly type: 'fault'; readonly change: FaultChange; readonly fault: Fault }
  | { readonly type: 'reset'; readonly cause: ResetCause }
  | { readonly type: 'change'; readonly area: ChangeArea; readonly id: string | undefined }

/** A position in a world's stream of events. */
export interface EventPosition {
  /** Tells this run of the world from those before a restart. */
  readonly run: string
  /** The number of events up to it. */
  readonly number: number
}

export interface NumberedEvent {
  readonly event: WorldEvent
  readonly position: EventPosition
}

/** The events that a listener missed, as far as they are kept. */
export interface Replay {
  /** Oldest first. */
  readonly events: readonly NumberedEvent[]
  /** Missed events that are no longer kept. */
  readonly lost: number
}

export interface Listener {
  hear(placed: NumberedEvent): void
  /** Called once; no event follows. */
  end(): void
}

interface Requests {
  readonly added: number
  entryAdded(number: number): RequestRecord | undefined
}

/** A request is kept as its journal number only, since the journal bounds the memory for requests. */
type KeptEvent = Exclude<WorldEvent, { type: 'request' }> | { readonly request: number }

/** Most events kept for listeners that reconnect. */
const KEPT_MAX = 1000

/** Publishes the events of a world, and replays them to listeners that reconnect. */
export class Events {
  readonly #listeners = new Set<Listener>()
  #isClosed = false
  /** Oldest first: the last KEPT_MAX, plus up to as many older ones. */
  #kept: KeptEvent[] = []
  #count = 0

  /**
   * @param journal requests it has dropped aren't replayed
   * @param run a text unique to each run of the world
   */
  constructor(
    private readonly journal: Requests,
    private readonly run: string,
  ) {}

  /** Publishes an event. A request must be the journal's newest. */
  publish(event: WorldEvent): void {
    this.#count++
    if (this.#isClosed) return
    this.#kept.push(event.type === 'request' ? { request: this.journal.added } : event)
    if (this.#kept.length >= 2 * KEPT_MAX) this.#kept = this.#kept.slice(-KEPT_MAX)
    const placed = this.#placed(event, this.#count)
    for (const listener of this.#listeners) listener.hear(placed)
  }

  /** Returns the events after a position, or all if the position is from another run. */
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
   * Sends all future events to the listener. In a closed world it ends at once.
   *
   * @returns a function that unsubscribes
   */
  listen(listener: Listener): () => void {
    if (this.#isClosed) listener.end()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends all subscriptions: the world was removed, or its emulator is stopping. */
  close(): void {
    this.#isClosed = true
    for (const listener of this.#listeners) listener.end()
    this.#listeners.clear()
    this.#kept = []
  }

  #placed(event: WorldEvent, number: number): NumberedEvent {
    return { event, position: { run: this.run, number } }
  }

  /** Returns undefined for a request that the journal has dropped. */
  #eventOf(kept: KeptEvent): WorldEvent | undefined {
    if (!('request' in kept)) return kept
    const entry = this.journal.entryAdded(kept.request)
    return entry && { type: 'request', entry }
  }
}
