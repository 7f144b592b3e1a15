import { type ClockStart, VirtualClock } from '../core/clock.js'
import { RandomSource, type RandomStates } from '../core/random.js'
import type { Bounds } from './bounds.js'
import { Events, type ResetCause } from './events.js'
import { type FaultSpec, Faults } from './faults/faults.js'
import { Journal, type JournalEntry } from './journal.js'
import type { Profile } from './profile/profile.js'
import { type TrackedProfile, trackedProfileOf } from './profile/tracked.js'
import { Snapshots } from './snapshots.js'
import type { State } from './state.js'
import { Tombstones } from './tombstones.js'

/** What a world begins with, and what a reset goes back to. */
export interface Baseline {
  readonly state: State
  readonly profile: Profile
  /** By default it starts at the real time and runs along with it. */
  readonly clock: ClockStart
  readonly randomSeed: number
  /** Where the streams of chance go on; those not named start anew. */
  readonly randomStates: RandomStates
  /** Their relative times count from the world's origin. */
  readonly faults: readonly FaultSpec[]
  /** The number in the last fault id that was generated. */
  readonly lastFaultId: number
  /** What relative times count from, in ms, where that is not when the clock starts. */
  readonly origin?: number
}

/** All of a world but its journal, as it was once. */
export interface Capture {
  readonly contents: Baseline
  /** Which cursors hold in it. */
  readonly life: string
}

/** What a reset may leave as it is. */
export type Kept = 'clock' | 'faults' | 'requests'

/** A complete emulator: the state of the three services, their time, their chances, and what was asked of them. */
export class World<Entry extends JournalEntry = JournalEntry> {
  readonly journal: Journal<Entry>
  /** Why entries are gone. */
  readonly tombstones: Tombstones
  readonly snapshots: Snapshots
  /** Tells of its requests, its clock, its faults and its resets. */
  readonly events = new Events<Entry>()
  clock: VirtualClock
  state: State
  random: RandomSource
  faults: Faults
  #view: TrackedProfile
  #lives = 0
  #life: string

  constructor(
    public baseline: Baseline,
    private readonly realNow: () => number,
    readonly bounds: Bounds,
    /** Undefined for the default world. */
    readonly id?: string,
  ) {
    this.#life = this.#newLife()
    this.journal = new Journal({ entriesMax: bounds.requests, bodyBytesMax: bounds.journalBytes })
    this.tombstones = new Tombstones(bounds.tombstones)
    this.snapshots = new Snapshots(bounds.snapshots)
    this.clock = new VirtualClock(realNow, baseline.clock)
    this.#view = trackedProfileOf(baseline.profile)
    this.state = baseline.state.fork(originOf(baseline, this.clock))
    this.random = new RandomSource(baseline.randomSeed, baseline.randomStates)
    this.faults = faultsOf(baseline, this.state.origin, bounds.faults)
  }

  /** Tells this life of the world from the ones before earlier resets: cursors hold for one life. */
  get life(): string {
    return this.#life
  }

  /** How the contract's gaps behave. */
  get profile(): Profile {
    return this.#view.source
  }

  set profile(profile: Profile) {
    if (profile !== this.#view.source) this.#view = trackedProfileOf(profile)
  }

  /** The profile as operations read it. */
  get trackedProfile(): TrackedProfile {
    return this.#view
  }

  /**
   * Back to the baseline: state, counters, ids, randomness, rate windows, profile, clock, faults and journal. Costs
   * the same whatever the baseline holds.
   */
  reset(keep: ReadonlySet<Kept> = new Set()): void {
    if (!keep.has('requests')) this.journal.reset()
    this.#begin(this.baseline, keep, 'reset')
  }

  /** Takes another baseline, and goes back to it. */
  reseed(baseline: Baseline): void {
    this.baseline = baseline
    this.journal.reset()
    this.#begin(baseline, new Set(), 'seed')
  }

  /**
   * Puts another state, with its profile, chances and faults, in the place of the present one. A reset still goes
   * back to the baseline. The clock moves only where the other one says to when.
   */
  replaceState(other: Baseline): void {
    this.#begin(other, new Set(other.clock.now === undefined ? ['clock'] : []), 'state')
  }

  /** All of the world but its journal, at a cost that does not grow with it. */
  capture(): Capture {
    const { state, profile, random, faults } = this
    const { now, mode, rate } = this.clock.save()
    return {
      life: this.#life,
      contents: {
        state: state.fork(),
        profile,
        clock: { now, frozen: mode === 'frozen', rate },
        randomSeed: random.seed,
        randomStates: random.save(),
        faults: faults.specs(),
        lastFaultId: faults.lastId,
        origin: state.origin,
      },
    }
  }

  /** Back to what was captured: the same requests get the same answers again, cursors included. */
  restore({ contents, life }: Capture): void {
    this.#begin(contents, new Set(), 'restore')
    this.#life = life
  }

  #begin(from: Baseline, keep: ReadonlySet<Kept>, cause: ResetCause): void {
    if (!keep.has('clock')) this.clock = new VirtualClock(this.realNow, from.clock)
    this.state = from.state.fork(originOf(from, this.clock))
    this.profile = from.profile
    this.random = new RandomSource(from.randomSeed, from.randomStates)
    if (!keep.has('faults')) this.faults = faultsOf(from, this.state.origin, this.bounds.faults)
    this.tombstones.clear()
    this.#life = this.#newLife()
    this.events.publish({ type: 'reset', cause })
  }

  #newLife(): string {
    return `${this.id ?? ''}/${this.baseline.randomSeed}/${this.#lives++}`
  }
}

/** What relative times count from. A clock that was kept may be far from the real time; then it is where that stands. */
const originOf = (baseline: Baseline, clock: VirtualClock): number =>
  baseline.origin ?? baseline.clock.now ?? clock.now()

function faultsOf({ faults, lastFaultId }: Baseline, origin: number, max: number): Faults {
  const armed = new Faults(max, lastFaultId)
  armed.add(faults, origin)
  return armed
}
