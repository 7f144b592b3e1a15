import type { ClockSample } from '../core/clock.js'
import type { ChangeArea } from './command.js'
import type { Fault } from './faults/fault.js'
import type { RequestRecord } from './requests/record.js'

export type FaultChange = 'added' | 'changed' | 'removed' | 'fired'

/** Why much of a world was replaced. */
export type ResetCause = 'reset' | 'seed' | 'state' | 'merge' | 'restore'

export type WorldEvent =
  | { readonly type: 'request'; readonly entry: RequestRecord }
  | { readonly type: 'clock'; readonly clock: ClockSample }
  | { readonly type: 'fault'; readonly change: FaultChange; readonly fault: Fault }
  | { readonly type: 'reset'; readonly cause: ResetCause }
  | { readonly type: 'change'; readonly area: ChangeArea; readonly id: string | undefined }

export interface EventPosition {
  /** Differs for each run of the world, which reveals positions from before a restart. */
  readonly run: string
  readonly number: number
}

export interface NumberedEvent {
  readonly event: WorldEvent
  readonly position: EventPosition
}

export interface Replay {
  /** Oldest first. */
  readonly events: readonly NumberedEvent[]
  /** The number of missed events that are no longer kept. */
  readonly lost: number
}

export interface Listener {
  hear(placed: NumberedEvent): void
  /** Called once, after the last event. */
  end(): void
}

interface Requests {
  readonly added: number
  entryAdded(number: number): RequestRecord | undefined
}

/** Requests are kept by number, because the journal limits how much memory they use. */
type KeptEvent = Exclude<WorldEvent, { type: 'request' }> | { readonly request: number }

/** For listeners that reconnect. */
const KEPT_MAX = 1000

/** Publishes a world's events. Listeners that reconnect get the ones they missed. */
export class Events {
  readonly #listeners = new Set<Listener>()
  #isClosed = false
  /** Oldest first. Holds the last KEPT_MAX events and up to as many older ones, so that it's trimmed less often. */
  #kept: KeptEvent[] = []
  #count = 0

  /**
   * @param journal requests that it has dropped aren't replayed
   * @param run a string that is unique to this run of the world
   */
  constructor(
    private readonly journal: Requests,
    private readonly run: string,
  ) {}

  /** A request must be the journal's newest. */
  publish(event: WorldEvent): void {
    this.#count++
    if (this.#isClosed) return
    this.#kept.push(event.type === 'request' ? { request: this.journal.added } : event)
    if (this.#kept.length >= 2 * KEPT_MAX) this.#kept = this.#kept.slice(-KEPT_MAX)
    const placed = this.#placed(event, this.#count)
    for (const listener of this.#listeners) listener.hear(placed)
  }

  /** The events after a position, or all if the position is from a different run. */
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
   * Sends all future events. Ends immediately if the world is closed.
   *
   * @returns a function that unsubscribes
   */
  listen(listener: Listener): () => void {
    if (this.#isClosed) listener.end()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called when the world is removed or its emulator stops. */
  close(): void {
    this.#isClosed = true
    for (const listener of this.#listeners) listener.end()
    this.#listeners.clear()
    this.#kept = []
  }

  #placed(event: WorldEvent, number: number): NumberedEvent {
    return { event, position: { run: this.run, number } }
  }

  /** Undefined for a request that the journal has dropped. */
  #eventOf(kept: KeptEvent): WorldEvent | undefined {
    if (!('request' in kept)) return kept
    const entry = this.journal.entryAdded(kept.request)
    return entry && { type: 'request', entry }
  }
}
