import type { ClockSample } from '../core/clock.js'
import type { ChangeArea } from './command.js'
import type { Fault } from './faults/fault.js'

/** The changes of a fault that events report. */
export type FaultChange = 'added' | 'changed' | 'removed' | 'fired'

/**
 * The causes of a change of much of a world at once: a reset, another seed, another state, a state merged
 * into it, or a snapshot restored.
 */
export type ResetCause = 'reset' | 'seed' | 'state' | 'merge' | 'restore'

/** Something that happened in a world. */
export type WorldEvent<Entry> =
  | { readonly type: 'request'; readonly entry: Entry }
  | { readonly type: 'clock'; readonly clock: ClockSample }
  | { readonly type: 'fault'; readonly change: FaultChange; readonly fault: Fault }
  | { readonly type: 'reset'; readonly cause: ResetCause }
  | { readonly type: 'change'; readonly area: ChangeArea; readonly id: string | undefined }

/**
 * A place in the order of everything that happened in a world: after how many requests and other events it
 * came.
 */
export interface EventPosition {
  /** Tells this run of the world from those before a restart. */
  readonly run: string
  readonly requests: number
  readonly others: number
}

/** An event, and the place after it. */
export interface PlacedEvent<Entry> {
  readonly event: WorldEvent<Entry>
  readonly position: EventPosition
}

/** The events that a listener missed, as far as they are still known. */
export interface Replay<Entry> {
  /** Oldest first. */
  readonly events: readonly PlacedEvent<Entry>[]
  /** How many were before those, and are not known any more. */
  readonly lost: number
}

/** A receiver of events, as they happen. */
export interface Listener<Entry> {
  hear(placed: PlacedEvent<Entry>): void
  /** There will be no further event. */
  end(): void
}

/** The requests of a world, of which events keep no copy. */
interface Recorded<Entry> {
  /** How many there were, with those that are dropped. */
  readonly added: number
  newestFirst(): Iterable<Entry>
}

/** Events beside requests that are kept for listeners that come back, and the most that are sent again. */
const KEPT_MAX = 1000

/** Publishes what happens in a world, and repeats it to listeners that were away. */
export class Events<Entry> {
  readonly #listeners = new Set<Listener<Entry>>()
  #isClosed = false
  /** All but requests, oldest first. */
  #kept: PlacedEvent<Entry>[] = []
  #others = 0

  /**
   * @param journal what `publish` gets as a request is in it already
   * @param run another text for each run of the world
   */
  constructor(
    private readonly journal: Recorded<Entry>,
    private readonly run: string,
  ) {}

  /** Whether there are listeners: without them the event of a request need not be made. */
  get isHeard(): boolean {
    return this.#listeners.size > 0
  }

  publish(event: WorldEvent<Entry>): void {
    const isRequest = event.type === 'request'
    if (!isRequest) this.#others++
    const position = this.#position(this.journal.added, this.#others)
    const placed = { event, position }
    if (!isRequest) this.#keep(placed)
    for (const listener of this.#listeners) listener.hear(placed)
  }

  /** The events after a position; all that are known if the position is of another run. */
  behind({ run, requests, others }: EventPosition): Replay<Entry> {
    const isOwn = run === this.run && requests <= this.journal.added && others <= this.#others
    const from = isOwn ? { requests, others } : { requests: 0, others: 0 }
    const events = [...this.#requestsBehind(from.requests), ...this.#othersBehind(from.others)]
      .sort(byPosition)
      .slice(-KEPT_MAX)
    const missed = this.journal.added - from.requests + this.#others - from.others
    return { events, lost: missed - events.length }
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
    this.#kept = []
  }

  #position(requests: number, others: number): EventPosition {
    return { run: this.run, requests, others }
  }

  #keep(placed: PlacedEvent<Entry>): void {
    if (this.#isClosed) return
    this.#kept.push(placed)
    if (this.#kept.length > KEPT_MAX) this.#kept.shift()
  }

  #othersBehind(others: number): PlacedEvent<Entry>[] {
    return this.#kept.filter(({ position }) => position.others > others)
  }

  #requestsBehind(requests: number): PlacedEvent<Entry>[] {
    const found: PlacedEvent<Entry>[] = []
    let number = this.journal.added
    for (const entry of this.journal.newestFirst()) {
      if (number <= requests || found.length >= KEPT_MAX) break
      found.push({
        event: { type: 'request', entry },
        position: this.#position(number, this.#othersAt(number)),
      })
      number--
    }
    return found
  }

  /** How many other events there were before a request. */
  #othersAt(request: number): number {
    const next = this.#kept.find(({ position }) => position.requests >= request)
    return next === undefined ? this.#others : next.position.others - 1
  }
}

/** Both numbers grow with every event, so their sum shows which one came first. */
const byPosition = <Entry>(one: PlacedEvent<Entry>, other: PlacedEvent<Entry>): number =>
  one.position.requests + one.position.others - other.position.requests - other.position.others
