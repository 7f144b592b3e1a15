import { type ClockStart, VirtualClock } from '../core/clock.js'
import { RandomSource } from '../core/random.js'
import { Journal, type JournalBounds, type JournalEntry } from './journal.js'
import type { Profile } from './profile.js'
import type { State } from './state.js'

/** What a reset goes back to. */
export interface Baseline {
  readonly state: State
  readonly profile: Profile
  /** By default it starts at the real time and runs along with it. */
  readonly clock: ClockStart
  readonly randomSeed: number
}

/** What a reset may leave as it is. */
export type Kept = 'clock' | 'requests'

/** A complete emulator: the state of the three services, their time, their chances, and what was asked of them. */
export class World<Entry extends JournalEntry = JournalEntry> {
  readonly journal: Journal<Entry>
  clock: VirtualClock
  profile: Profile
  state: State
  random: RandomSource
  #lives = 0

  constructor(
    public baseline: Baseline,
    private readonly realNow: () => number,
    bounds: JournalBounds,
  ) {
    this.clock = new VirtualClock(realNow, baseline.clock)
    this.journal = new Journal(bounds)
    this.profile = baseline.profile
    this.state = baseline.state.fork(this.clock.now())
    this.random = new RandomSource(baseline.randomSeed)
  }

  /** Tells this life of the world from the ones before earlier resets: cursors hold for one life. */
  get life(): string {
    return `${this.baseline.randomSeed}/${this.#lives}`
  }

  /**
   * Back to the baseline: state, counters, ids, randomness, rate windows, profile, clock and journal. Costs the same
   * whatever the baseline holds.
   */
  reset(keep: ReadonlySet<Kept> = new Set()): void {
    const { state, profile, clock, randomSeed } = this.baseline
    if (!keep.has('clock')) this.clock = new VirtualClock(this.realNow, clock)
    if (!keep.has('requests')) this.journal.reset()
    // A clock that was kept may be far from the real time; what is relative counts from where it stands.
    this.state = state.fork(clock.now ?? this.clock.now())
    this.profile = profile
    this.random = new RandomSource(randomSeed)
    this.#lives++
  }
}
