import { VirtualClock } from '../core/clock.js'
import { type HeapGuard, unguarded } from '../core/heap.js'
import { RandomSource } from '../core/random.js'
import type { Addition, Baseline, WorldCopy } from './baseline.js'
import { type Bounds, CURSOR_NAMES_MAX, keptBodyBytesMax } from './bounds.js'
import { AdminCommand, type Change, isLogged } from './command.js'
import { Events, type ResetCause } from './events.js'
import { Faults } from './faults/faults.js'
import { Holds } from './faults/holds.js'
import { History } from './history.js'
import { Journal } from './journal.js'
import type { Grease } from './profile/grease.js'
import type { Profile } from './profile/profile.js'
import type { WorldService } from './service.js'
import { type Snapshot, Snapshots } from './snapshots.js'
import type { State } from './state.js'
import { NO_TOMBSTONES, TOMBSTONES_MAX, Tombstones } from './tombstones.js'
import { RunUsage } from './usage.js'

export type KeptPart = 'clock' | 'faults' | 'requests'

export interface WorldEnvironment {
  /** Undefined for the default world. */
  readonly id?: string | undefined
  /** Shared by all worlds of an emulator. Without it, memory isn't limited. */
  readonly heap?: HeapGuard
  readonly grease?: Grease | undefined
}

/** An isolated emulator with its own state, clock, randomness and journal. */
export class World {
  readonly journal: Journal
  readonly tombstones: Tombstones
  readonly snapshots: Snapshots
  readonly events: Events
  readonly holds: Holds
  readonly history: History
  // Resets, restores and imports replace these. Only the world itself assigns them.
  baseline: Baseline
  state: State
  clock: VirtualClock
  random: RandomSource
  faults: Faults
  profile: Profile
  /** Since the last reset, including requests that the journal has dropped. */
  usage = new RunUsage()
  /** Cursors sealed with any of these are accepted; new ones are sealed with the first. */
  cursorNames: readonly string[]
  readonly id: string | undefined
  readonly heap: HeapGuard
  readonly grease: Grease | undefined
  readonly #leaveHeap: () => void
  /** The machine's time, frozen during a change. */
  readonly realNow: () => number
  #heldReal: number | undefined

  constructor(
    readonly services: readonly WorldService[],
    baseline: Baseline,
    realNow: () => number,
    readonly bounds: Bounds,
    { id, heap = unguarded, grease }: WorldEnvironment = {},
  ) {
    this.id = id
    this.heap = heap
    this.grease = grease
    this.baseline = baseline
    this.cursorNames = this.#namesFor(baseline)
    this.realNow = () => this.#heldReal ?? realNow()
    this.#heldReal = realNow()
    const bodyBytesMax = keptBodyBytesMax(heap.limit)
    this.journal = new Journal({ entriesMax: bounds.requests, bodyBytesMax })
    this.events = new Events(this.journal, this.realNow().toString(36))
    this.tombstones = new Tombstones(TOMBSTONES_MAX, this.journal)
    this.tombstones.load(baseline.tombstones ?? NO_TOMBSTONES)
    this.snapshots = new Snapshots(bounds.snapshots)
    this.holds = new Holds()
    this.clock = new VirtualClock(this.realNow, baseline.clock)
    this.profile = baseline.profile
    this.state = baseline.state.fork(originOf(baseline, this.clock))
    this.random = new RandomSource(baseline.randomSeed, baseline.randomStates)
    this.faults = faultsOf(baseline, this.state.origin, bounds.faults)
    this.history = new History(
      { commandsMax: bounds.requests, bodyBytesMax },
      () => this.copy(),
      () => this.journal.lastNumber,
    )
    this.history.begin(baseline.clock.now ?? this.clock.now())
    this.#leaveHeap = heap.onFull(() => this.history.releaseContents())
    this.#heldReal = undefined
  }

  /** Lasts until the next reset. */
  changeProfile(profile: Profile): void {
    this.profile = profile
  }

  /**
   * Freezes the machine's time until `work` is done. A decision and the change that follows from it must be made in the
   * same call, since the log stores one time for both.
   *
   * @param work receives the virtual time, in ms
   */
  atOneInstant<R>(work: (now: number) => R): R {
    if (this.#heldReal !== undefined) return work(this.clock.now())
    this.#heldReal = this.realNow()
    try {
      return work(this.clock.now())
    } finally {
      this.#heldReal = undefined
    }
  }

  /**
   * Makes an admin call's change at a single instant, logs it, and publishes it to listeners.
   *
   * @param work receives the virtual time, in ms; it must not change anything if it throws
   */
  change<R>({ area, id, call }: Change, work: (now: number) => R): R {
    try {
      return this.atOneInstant((now) => {
        const done = isLogged(area) ? this.#logged({ area, id, call }, now, work) : work(now)
        this.events.publish({ type: 'change', area, id })
        return done
      })
    } finally {
      this.heap.noteRemoval()
    }
  }

  #logged<R>(change: Change, now: number, work: (now: number) => R): R {
    const command = new AdminCommand(this.history.nextAdminId(), now, change)
    return this.history.record(command, () => {
      const done = work(now)
      command.end = this.clock.now()
      return done
    })
  }

  /** Restores the baseline in constant time, after releasing all held requests. */
  reset(keep: ReadonlySet<KeptPart> = new Set()): void {
    this.holds.releaseAll()
    const before = this.copy()
    if (!keep.has('requests')) this.#dropRequests()
    this.#begin(this.baseline, keep, 'reset')
    this.history.begin(this.clock.now(), before)
  }

  /** Replaces the baseline and resets the world to it. */
  reseed(baseline: Baseline): void {
    this.holds.releaseAll()
    const before = this.copy()
    this.baseline = baseline
    this.#dropRequests()
    this.#begin(baseline, new Set(), 'seed')
    this.history.begin(this.clock.now(), before)
  }

  /**
   * Replaces the state, profile, randomness and faults, but not the baseline, which later resets still restore. The
   * clock keeps its time unless `other` sets one.
   */
  replace(other: Baseline): void {
    const keepsClock = other.clock.now === undefined
    if (keepsClock) this.clock.steer(other.clock)
    const { cursorNames = [] } = other
    const names = cursorNames.length > 0 ? cursorNames : this.cursorNames
    this.#begin(other, new Set(keepsClock ? ['clock'] : []), 'state')
    this.cursorNames = names
    this.history.requestCheckpoint()
  }

  /**
   * Changes nothing if it throws. Tombstones, journal and cursors stay valid.
   *
   * @throws Refusal invalid_request if there would be too many faults
   */
  merge(addition: Addition): void {
    const { randomSeed, randomStates, clock } = addition
    // Nothing after this can fail.
    this.faults.add(addition.faults, addition.now)
    this.faults.continueFrom(addition.lastFaultId)
    this.state = addition.state
    this.profile = addition.profile
    this.random =
      randomSeed === undefined
        ? new RandomSource(this.random.seed, { ...this.random.save(), ...randomStates })
        : new RandomSource(randomSeed, randomStates)
    if (clock.now !== undefined) this.clock.set(clock.now)
    this.clock.steer(clock)
    this.history.requestCheckpoint()
    this.events.publish({ type: 'reset', cause: 'merge' })
  }

  /** Everything except the journal, in constant time. */
  copy(): WorldCopy {
    const { state, profile, random, faults } = this
    const { now, mode, rate } = this.clock.save()
    return {
      at: now,
      contents: {
        state: state.fork(),
        profile,
        clock: { now, frozen: mode === 'frozen', rate },
        randomSeed: random.seed,
        randomStates: random.save(),
        faults: faults.fork(),
        lastFaultId: faults.lastId,
        tombstones: this.tombstones.save(),
        cursorNames: this.cursorNames,
        origin: state.origin,
      },
    }
  }

  /** @throws Refusal invalid_request if there are too many snapshots */
  keep(name?: string): Snapshot {
    return this.snapshots.take(this.copy(), name)
  }

  /** Afterwards, the same requests get the same answers again, including cursors. */
  restore({ contents }: WorldCopy): void {
    this.#begin(contents, new Set(), 'restore')
    this.cursorNames = contents.cursorNames ?? this.cursorNames
    this.history.requestCheckpoint()
  }

  /** Ends event subscriptions and frees memory. Called when the world is removed or its emulator stops. */
  close(): void {
    const { holds, events, journal, history, tombstones } = this
    holds.close()
    events.close()
    tombstones.load(NO_TOMBSTONES)
    journal.clear()
    history.begin(history.startedAt)
    this.#leaveHeap()
    this.heap.noteRemoval()
  }

  #begin(from: Baseline, keep: ReadonlySet<KeptPart>, cause: ResetCause): void {
    if (!keep.has('clock')) this.clock = new VirtualClock(this.realNow, from.clock)
    this.state = from.state.fork(originOf(from, this.clock))
    this.profile = from.profile
    this.random = new RandomSource(from.randomSeed, from.randomStates)
    if (!keep.has('faults')) this.faults = faultsOf(from, this.state.origin, this.bounds.faults)
    this.tombstones.load(from.tombstones ?? NO_TOMBSTONES)
    this.cursorNames = this.#namesFor(from)
    this.events.publish({ type: 'reset', cause })
  }

  #dropRequests(): void {
    this.journal.reset()
    this.usage = new RunUsage()
  }

  /** All but the default world seal with their own name, and also accept cursors of the world they came from. */
  #namesFor({ cursorNames = [], randomSeed }: Baseline): readonly string[] {
    if (this.id === undefined && cursorNames.length > 0) return cursorNames
    return [`${this.id ?? ''}/${randomSeed}`, ...cursorNames].slice(0, CURSOR_NAMES_MAX)
  }
}

/** Relative times count from this instant. A reset may have kept the clock's time. */
const originOf = (baseline: Baseline, clock: VirtualClock): number =>
  baseline.origin ?? baseline.clock.now ?? clock.now()

function faultsOf({ faults, lastFaultId }: Baseline, origin: number, max: number): Faults {
  if (faults instanceof Faults) return faults.fork()
  const armed = new Faults(max, lastFaultId)
  armed.add(faults, origin)
  return armed
}
