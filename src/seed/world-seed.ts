import type { ClockStart } from '../core/clock.js'
import type { Baseline } from '../domain/baseline.js'
import { type Bounds, defaultBounds } from '../domain/bounds.js'
import { defaultProfile, type Profile, patchProfile } from '../domain/profile/profile.js'
import { NO_TOMBSTONES, type TombstoneRecords, UNKNOWN_TOMBSTONES } from '../domain/tombstones.js'
import { World } from '../domain/world.js'
import { boundOptions } from '../wording/bound-options.js'
import { expandSeed } from './expand/expand.js'
import type { ExpandedSeed } from './expand/expanded.js'
import { exportSeed } from './export.js'
import { loadState, mergeSeed } from './load.js'
import { readResume } from './resume.js'
import type { SeedDocument } from './schema/schema.js'
import type { SeedView } from './seed-view.js'
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

const atOnce: MakeChange = (work) => work()

/** What a reset goes back to, and the seed that it was made from. */
export class WorldSeed {
  private constructor(
    private readonly overrides: SeedOverrides,
    private readonly bounds: Bounds,
    private kept: SeedDocument | (() => SeedView),
    public baseline: Baseline,
  ) {}

  /** @throws SeedProblems, Refusal invalid_profile */
  static async of(
    document: SeedDocument,
    overrides: SeedOverrides,
    bounds: Bounds = defaultBounds,
  ): Promise<WorldSeed> {
    return new WorldSeed(overrides, bounds, document, await baselineOf(document, overrides, bounds))
  }

  /** The seed, as it was given. */
  get view(): SeedView {
    return typeof this.kept === 'function' ? this.kept() : this.kept.data
  }

  /** The same seed, for another world. */
  again(): WorldSeed {
    return new WorldSeed(this.overrides, this.bounds, this.kept, this.baseline)
  }

  /** A keeper for a world that was made from a state: the seed that gives it is written when it is asked for. */
  from(contents: Baseline): WorldSeed {
    const { bounds, usualProfile } = this
    const write = () => exportSeed(new World(contents, () => 0, bounds), usualProfile)
    return new WorldSeed(this.overrides, bounds, write, contents)
  }

  /** What a state without a profile gets: the defaults, and what wins over every seed. */
  get usualProfile(): Profile {
    return patchProfile(defaultProfile, this.overrides.profile ?? {})
  }

  /**
   * Makes this the seed and resets the world to it.
   *
   * @throws SeedProblems, Refusal invalid_profile; then seed and world stay as they were
   */
  async replace(document: SeedDocument, world: World, change = atOnce): Promise<void> {
    const baseline = await baselineOf(document, this.overrides, this.bounds)
    change(() => {
      this.kept = document
      this.baseline = baseline
      world.reseed(baseline)
    })
  }

  /**
   * Puts the state that a seed describes in the place of the world's present one; resets still go back to the kept
   * seed. Here the seed wins over the overrides: an exported state is exactly what it was.
   *
   * @throws SeedProblems, Refusal invalid_profile; then the world stays as it was
   */
  async replaceState(document: SeedDocument, world: World, change = atOnce): Promise<void> {
    const overrides = { random: document.data.random ?? this.overrides.random ?? world.random.seed }
    // What a state does not say of its past is not known: entries of the present one are gone without a record.
    const { bounds, usualProfile } = this
    const baseline = await baselineOf(document, overrides, bounds, usualProfile, UNKNOWN_TOMBSTONES)
    change(() => world.replace(baseline))
  }

  /**
   * Merges what a seed describes into the world's present state; its relative times count from now.
   *
   * @throws SeedProblems, Refusal invalid_profile, conflict; then the world stays as it was
   */
  async mergeState(document: SeedDocument, world: World, change = atOnce): Promise<void> {
    const resume = readResume(document)
    const seed = await expandSeed(document, {
      random: document.data.random ?? world.random.seed,
      repeats: this.bounds.repeats,
    })
    change(() => {
      const profile = patchProfile(world.profile, seed.profile)
      const now = seed.clock.now ?? world.clock.now()
      const state = world.state.fork()
      mergeSeed(seed, resume, state, now)
      world.merge({
        state,
        profile,
        clock: clockStart(seed),
        randomSeed: seed.random,
        randomStates: resume.random,
        faults: seed.faults,
        lastFaultId: resume.faults,
        now,
      })
    })
  }
}

/**
 * Refuses more faults than a world holds: it would be half reset by the time it gets to them.
 *
 * @throws SeedProblems
 */
function holdFaults({ data }: SeedDocument, bounds: Bounds): void {
  const given = data.faults?.length ?? 0
  if (given <= bounds.faults) return
  const message = `a world holds ${bounds.faults} faults at most (--${boundOptions.faults}), and here are ${given}`
  throw new SeedProblems([problemAt(data, ['faults', bounds.faults], message)])
}

const clockStart = ({ clock: { now, freeze, rate } }: ExpandedSeed): ClockStart => ({
  now,
  frozen: freeze,
  rate,
})

async function baselineOf(
  document: SeedDocument,
  overrides: SeedOverrides,
  bounds: Bounds,
  usual: Profile = defaultProfile,
  unsaid: TombstoneRecords = NO_TOMBSTONES,
): Promise<Baseline> {
  holdFaults(document, bounds)
  const randomSeed = overrides.random ?? document.data.random ?? RANDOM_SEED
  const resume = readResume(document)
  const seed = await expandSeed(document, { random: randomSeed, repeats: bounds.repeats })
  return {
    state: loadState(seed, resume),
    profile: patchProfile(patchProfile(usual, seed.profile), overrides.profile ?? {}),
    clock: { ...clockStart(seed), ...overrides.clock },
    randomSeed,
    randomStates: resume.random,
    faults: seed.faults,
    lastFaultId: resume.faults,
    tombstones: resume.tombstones ?? unsaid,
    cursorNames: resume.cursorNames,
  }
}
