import { VirtualClock } from '../core/clock.js'
import { type HeapGuard, unguarded } from '../core/heap.js'
import { RandomSource } from '../core/random.js'
import type { Addition, Baseline, WorldCopy } from './baseline.js'
import { type Bounds, CURSOR_NAMES_MAX } from './bounds.js'
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

/** The parts of a world that a reset may leave as they are. */
export type Kept = 'clock' | 'faults' | 'requests'

/** What a world has beside its contents and bounds. */
export interface WorldSurroundings {
  /** Left out for the default world. */
  readonly id?: string | undefined
  /** Shared with the other worlds of its emulator; left out: nothing watches the heap. */
  readonly heap?: HeapGuard
  /** Varies its answers; left out: they stay as they are. */
  readonly grease?: Grease | undefined
}

/** Bytes of bodies that a journal keeps, and those that a log keeps: in a small heap this share of it. */
const BODY_BYTES_MAX = 32 * 1024 * 1024
const HEAP_SHARE_OF_BODIES = 1 / 16

/** A complete emulator: the state of the services, their time, their chances, and their journal. */
export class World {
  readonly journal: Journal
  readonly tombstones: Tombstones
  readonly snapshots: Snapshots
  readonly events: Events
  readonly holds: Holds
  /** All that changed it since its present life began. */
  readonly history: History
  // Resets, restores and imports replace these as a whole. Only the world itself assigns them.
  /** The contents that a reset goes back to. */
  baseline: Baseline
  state: State
  clock: VirtualClock
  random: RandomSource
  faults: Faults
  /** How the contract's gaps are filled. */
  profile: Profile
  /** The usage of the requests of this life, also of those that the journal has dropped. */
  usage = new RunUsage()
  /** The names that seal the cursors that are accepted; the first one seals new cursors. */
  cursorNames: readonly string[]
  /** Undefined for the default world. */
  readonly id: string | undefined
  readonly heap: HeapGuard
  readonly grease: Grease | undefined
  readonly #leaveHeap: () => void
  /** The machine's time; frozen while a change is made. */
  readonly realNow: () => number
  #heldReal: number | undefined

  constructor(
    readonly services: readonly WorldService[],
    baseline: Baseline,
    realNow: () => number,
    readonly bounds: Bounds,
    { id, heap = unguarded, grease }: WorldSurroundings = {},
  ) {
    this.id = id
    this.heap = heap
    this.grease = grease
    this.baseline = baseline
    this.cursorNames = this.#namesFor(baseline)
    this.realNow = () => this.#heldReal ?? realNow()
    this.#heldReal = realNow()
    const bodyBytesMax = Math.min(BODY_BYTES_MAX, heap.limit * HEAP_SHARE_OF_BODIES)
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

  /** Fills the contract's gaps in another way, until the next reset. */
  changeProfile(profile: Profile): void {
    this.profile = profile
  }

  /**
   * Does something at one instant: the machine's time is read once, and is frozen until the work is done. Deciding
   * on a change and making it belong in the same work, since the log has a single time for both.
   *
   * @param work is given the virtual time, in ms
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
   * Makes a change by an admin call: at one instant, in the log, and published to listeners.
   *
   * @param work makes it, and is given the virtual time in ms; if that throws, nothing was changed
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

  /**
   * Back to the baseline in all, journal included, at a cost that does not grow; what is held goes on before.
   */
  reset(keep: ReadonlySet<Kept> = new Set()): void {
    this.holds.releaseAll()
    const before = this.copy()
    if (!keep.has('requests')) this.#dropRequests()
    this.#begin(this.baseline, keep, 'reset')
    this.history.begin(this.clock.now(), before)
  }

  /** Takes another baseline, and goes back to it. */
  reseed(baseline: Baseline): void {
    this.holds.releaseAll()
    const before = this.copy()
    this.baseline = baseline
    this.#dropRequests()
    this.#begin(baseline, new Set(), 'seed')
    this.history.begin(this.clock.now(), before)
  }

  /**
   * Puts another state with its profile, chances and faults in the place of the present one.
   * A reset still goes back to the baseline. If the other clock names no time, the clock keeps its own.
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
   * Takes over what joins the present contents, all or nothing. Tombstones, journal and cursors stay valid.
   *
   * @throws Refusal invalid_request if that would be too many faults
   */
  merge(addition: Addition): void {
    const { randomSeed, randomStates, clock } = addition
    // The last step that can fail.
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

  /** All of the world but its journal, at a cost that does not grow with it. */
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

  /**
   * Keeps the present contents under a name, as `Snapshots.take` does.
   *
   * @throws Refusal invalid_request beyond the bound
   */
  keep(name?: string): Snapshot {
    return this.snapshots.take(this.copy(), name)
  }

  /** Goes back to a copy: the same requests get the same answers again, cursors included. */
  restore({ contents }: WorldCopy): void {
    this.#begin(contents, new Set(), 'restore')
    this.cursorNames = contents.cursorNames ?? this.cursorNames
    this.history.requestCheckpoint()
  }

  /** Ends its events and drops what it remembers: it is removed, or its emulator stops. */
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

  #begin(from: Baseline, keep: ReadonlySet<Kept>, cause: ResetCause): void {
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

  /**
   * A world beside the default one seals by its own name, and accepts what its origin had given out.
   */
  #namesFor({ cursorNames = [], randomSeed }: Baseline): readonly string[] {
    if (this.id === undefined && cursorNames.length > 0) return cursorNames
    return [`${this.id ?? ''}/${randomSeed}`, ...cursorNames].slice(0, CURSOR_NAMES_MAX)
  }
}

/**
 * The instant that relative times count from: by default the time of the clock, which a reset may have kept.
 */
const originOf = (baseline: Baseline, clock: VirtualClock): number =>
  baseline.origin ?? baseline.clock.now ?? clock.now()

function faultsOf({ faults, lastFaultId }: Baseline, origin: number, max: number): Faults {
  if (faults instanceof Faults) return faults.fork()
  const armed = new Faults(max, lastFaultId)
  armed.add(faults, origin)
  return armed
}
