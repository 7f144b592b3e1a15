import type { ClockStart } from '../core/clock.js'
import { InOrder } from '../core/in-order.js'
import type { Baseline } from '../domain/baseline.js'
import { type Bounds, defaultBounds } from '../domain/bounds.js'
import { defaultProfile, type Profile, patchProfile } from '../domain/profile/profile.js'
import { State } from '../domain/state.js'
import { NO_TOMBSTONES, type TombstoneRecords, UNKNOWN_TOMBSTONES } from '../domain/tombstones.js'
import { World } from '../domain/world.js'
import { boundOptions } from '../wording/bound-options.js'
import { type ExpandedRest, expandInto, expandSeed } from './expand/expand.js'
import { exportSeed } from './export.js'
import { mergeSeed, StateLoader } from './load.js'
import { BEGINNING, type ResumePoint } from './resume-point.js'
import type { Seed, SeedDocument } from './schema/schema.js'
import { problemAt } from './text/places.js'
import { SeedProblems } from './text/problems.js'

/** The random seed where nothing else is said: ids, faker data and chances are the same from run to run. */
const RANDOM_SEED = 1

/** What wins over the seed: the command line, the environment, the library's options. */
export interface SeedOverrides {
  readonly clock?: ClockStart
  readonly random?: number
  /** Some options of the profile. */
  readonly profile?: unknown
}

/** Makes a change of a world: whoever asked for it may have to note it. */
export type MakeChange = (work: () => void) => void

const unnoted: MakeChange = (work) => work()

/** Reads a seed when its turn comes. @throws SeedProblems; the signal's reason */
export type ReadSeed = (stopping: AbortSignal | undefined) => Promise<SeedDocument>

/** How the seeds of an emulator become states. */
interface Loading {
  readonly overrides: SeedOverrides
  readonly bounds: Bounds
  /** Ends what is being loaded, which then leaves no trace. */
  readonly stopping?: AbortSignal | undefined
}

/**
 * What a reset goes back to, and the seed that it was made from. Seeds are loaded one after another, and a world changes
 * once, when all of a seed is there.
 */
export class WorldSeed {
  readonly #imports = new InOrder()

  private constructor(
    private readonly loading: Loading,
    private kept: SeedDocument | (() => Seed),
    public baseline: Baseline,
  ) {}

  /**
   * @param stopping ends this and later loads, which then throw its reason
   * @throws SeedProblems, Refusal invalid_profile
   */
  static async of(
    document: SeedDocument,
    overrides: SeedOverrides,
    bounds: Bounds = defaultBounds,
    stopping?: AbortSignal,
  ): Promise<WorldSeed> {
    const loading = { overrides, bounds, stopping }
    return new WorldSeed(loading, kept(document), await keptBaselineOf(document, loading))
  }

  /** Returns the seed as it was given; that of a state is written when it is asked for. */
  view(): Seed {
    return typeof this.kept === 'function' ? this.kept() : this.kept.data
  }

  /** The same seed, for another world. */
  again(): WorldSeed {
    return new WorldSeed(this.loading, this.kept, this.baseline)
  }

  /** A keeper for a world that was made from a state: the seed that gives it is written when it is asked for. */
  from(contents: Baseline): WorldSeed {
    const { loading, usualProfile } = this
    const write = () => exportSeed(new World(contents, () => 0, loading.bounds), usualProfile)
    return new WorldSeed(loading, write, contents)
  }

  /** What a state without a profile gets: the defaults, and what wins over every seed. */
  get usualProfile(): Profile {
    return patchProfile(defaultProfile, this.loading.overrides.profile ?? {})
  }

  /**
   * Makes this the seed and resets the world to it.
   *
   * @throws SeedProblems, Refusal invalid_profile or out_of_memory; then seed and world stay as they were
   */
  replace(read: ReadSeed, world: World, change = unnoted): Promise<void> {
    return this.#imports.do(async () => {
      const document = await read(this.loading.stopping)
      const baseline = await keptBaselineOf(document, this.loading)
      world.heap.admit()
      change(() => {
        world.reseed(baseline)
        this.kept = kept(document)
        this.baseline = baseline
      })
    })
  }

  /**
   * Puts the state that a seed describes in the place of the world's present one; resets still go back to the kept
   * seed. Here the seed wins over the overrides: an exported state is exactly what it was.
   *
   * @throws SeedProblems, Refusal invalid_profile or out_of_memory; then the world stays as it was
   */
  replaceState(read: ReadSeed, world: World, change = unnoted): Promise<void> {
    return this.#imports.do(async () => {
      const { loading, usualProfile } = this
      const document = await read(loading.stopping)
      const random = document.data.random ?? loading.overrides.random ?? world.random.seed
      // What a state does not say of its past is not known: entries of the present one are gone without a record.
      const stateLoading = { ...loading, overrides: { random } }
      const baseline = await baselineOf(document, stateLoading, usualProfile, UNKNOWN_TOMBSTONES)
      world.heap.admit()
      change(() => world.replace(baseline))
    })
  }

  /**
   * Merges what a seed describes into the world's present state; its relative times count from now.
   *
   * @throws SeedProblems, Refusal invalid_profile, conflict or out_of_memory; then the world stays as it was
   */
  mergeState(read: ReadSeed, world: World, change = unnoted): Promise<void> {
    return this.#imports.do(async () => {
      const { stopping } = this.loading
      const document = await read(stopping)
      const resume = await resumePointOf(document)
      const random = document.data.random ?? world.random.seed
      const seed = await expandSeed(document, { random, stopping })
      // From here on nothing else changes the world.
      const now = seed.clock.now ?? world.clock.now()
      const addition = {
        state: mergeSeed(seed, resume, world.state.fork(), now),
        profile: patchProfile(world.profile, seed.profile),
        clock: clockStart(seed),
        randomSeed: seed.random,
        randomStates: resume.random,
        faults: seed.faults,
        lastFaultId: resume.faults,
        now,
      }
      world.faults.assertFit(seed.faults)
      world.heap.admit()
      change(() => world.merge(addition))
    })
  }
}

/**
 * Refuses more faults than a world holds: it would be half reset by the time it gets to them.
 *
 * @throws SeedProblems
 */
function holdFaults(document: SeedDocument, bounds: Bounds): void {
  const given = document.data.faults?.length ?? 0
  if (given <= bounds.faults) return
  const message = `a world holds ${bounds.faults} faults at most (--${boundOptions.faults}), and here are ${given}`
  throw new SeedProblems([problemAt(document, ['faults', bounds.faults], message)])
}

/**
 * Where the state of a seed goes on from. Most begin anew: what reads a `resume` is loaded when a seed has one.
 *
 * @throws SeedProblems with everything that is wrong in it
 */
async function resumePointOf(document: SeedDocument): Promise<ResumePoint> {
  if (document.data.resume === undefined) return BEGINNING
  const { readResume } = await import('./resume.js')
  return readResume(document)
}

const clockStart = ({ clock: { now, freeze, rate } }: ExpandedRest): ClockStart => ({
  now,
  frozen: freeze,
  rate,
})

/** A seed as it is kept: it was read. */
const kept = ({ data }: SeedDocument): SeedDocument => ({ data })

/** The baseline of a seed that is kept beside it. */
async function keptBaselineOf(document: SeedDocument, loading: Loading): Promise<Baseline> {
  return { ...(await baselineOf(document, loading)), source: document.data }
}

async function baselineOf(
  document: SeedDocument,
  loading: Loading,
  usual: Profile = defaultProfile,
  unsaid: TombstoneRecords = NO_TOMBSTONES,
): Promise<Baseline> {
  const { overrides, bounds, stopping } = loading
  holdFaults(document, bounds)
  const randomSeed = overrides.random ?? document.data.random ?? RANDOM_SEED
  const resume = await resumePointOf(document)
  const loader = new StateLoader(State.empty(), 'origin')
  const seed = await expandInto(document, { random: randomSeed, stopping }, loader)
  const clock = { ...clockStart(seed), ...overrides.clock }
  return {
    state: loader.finish(seed, resume),
    profile: patchProfile(patchProfile(usual, seed.profile), overrides.profile ?? {}),
    clock,
    randomSeed,
    randomStates: resume.random,
    faults: seed.faults,
    lastFaultId: resume.faults,
    tombstones: resume.tombstones ?? unsaid,
    cursorNames: resume.cursorNames,
  }
}
