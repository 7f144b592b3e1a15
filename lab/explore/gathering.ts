import type { Arrivals, HeldArrival } from './arrivals.js'
import type { Chooser } from './chooser.js'
import type { Pace } from './pace.js'
import type { Parties, PartyStep } from './parties.js'

/** We wait this many times as long for a run's first requests, and for those known from an earlier run. */
const PATIENCE = 100

export interface GatheringSettings {
  readonly chooser: Chooser
  readonly parties: number
  readonly idleMs: number
  readonly pace: Pace
  /** Each party's first request in the first run. Undefined during that run. */
  readonly first: readonly string[] | undefined
}

/** The machine may pause for up to this many times `idleMs`. */
const PAUSES = 10

export class Gathering {
  /** When each party got its last answer, in real ms. */
  readonly #answeredMs = new Map<string, number>()
  #last: PartyStep | undefined
  /** When the choice before the last one was made, in real ms. */
  #beforeMs = 0
  #lastMs = 0
  /** The number of parties that seem to have ended, because they've been silent for a long time. */
  #ended = 0

  constructor(
    private readonly arrivals: Arrivals,
    private readonly settings: GatheringSettings,
    private readonly parties: Parties,
  ) {}

  noteReleased(step: PartyStep): void {
    this.#last = step
    this.#beforeMs = this.#lastMs
    this.#lastMs = this.arrivals.now()
    this.#answeredMs.set(step.party, this.#lastMs)
  }

  /** Returns all waiting requests as soon as every party has one or no more arrive. */
  async more(before: readonly PartyStep[]): Promise<PartyStep[]> {
    const came = this.#last === undefined ? await this.#first() : await this.#next(before.length)
    let waiting = [...before, ...this.#named(came)]
    while (this.settings.chooser.lacks(waiting)) {
      const late = await this.arrivals.upTo(1, this.settings.idleMs * PATIENCE)
      if (late.length === 0) break
      waiting = [...waiting, ...this.#named(late)]
    }
    return waiting.sort(byName)
  }

  /** Parties may be slow to start. In the first run, there may be more of them than `parties` says. */
  async #first(): Promise<HeldArrival[]> {
    const { chooser, parties, idleMs, first } = this.settings
    const count = chooser.expected() ?? first?.length ?? parties
    const came = await this.arrivals.upTo(count, idleMs * PATIENCE)
    return first === undefined ? [...came, ...(await this.arrivals.all(idleMs))] : came
  }

  /** Waits a long time for active parties, and a short time for those that seem to have ended. */
  async #next(waiting: number): Promise<HeldArrival[]> {
    const { chooser, parties, idleMs, pace } = this.settings
    const expected = chooser.expected()
    if (expected !== undefined) return this.arrivals.upTo(expected - waiting, pace.waitMs)
    const underWay = parties - this.#ended
    const came = await this.arrivals.upTo(underWay - waiting, pace.waitMs)
    const there = waiting + came.length
    if (there < underWay) this.#ended = parties - there
    else if (there < parties) came.push(...(await this.arrivals.upTo(parties - there, idleMs)))
    return came
  }

  #named(arrivals: readonly HeldArrival[]): PartyStep[] {
    const named = this.parties.name(arrivals, this.#last)
    for (const step of named) this.#noteThought(step)
    return named
  }

  /** Records how long a party was thinking. It's late if a choice was made without it. */
  #noteThought({ party, arrivedMs }: PartyStep): void {
    const { pace, parties } = this.settings
    if (this.#last === undefined) return
    const answeredMs = this.#answeredMs.get(party)
    const isNew = answeredMs === undefined
    const isLate =
      party === this.#last.party ? this.#wasMissed(arrivedMs) : !isNew || this.parties.count > parties
    if (isLate) pace.noteLate(arrivedMs - (isNew ? this.#beforeMs : answeredMs))
    else if (!isNew) pace.noteThought(arrivedMs - answeredMs)
  }

  /** Returns true if a request came so long after the last choice that its party seemed to have ended. */
  #wasMissed(arrivedMs: number): boolean {
    const { idleMs, pace } = this.settings
    const pauseMs = Math.max(pace.waitMs, idleMs * PAUSES)
    return this.#ended > 0 && arrivedMs - this.#lastMs > pauseMs
  }
}

const byName = (one: PartyStep, other: PartyStep): number =>
  one.name.length - other.name.length || (one.name < other.name ? -1 : 1)
