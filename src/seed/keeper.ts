import type { ClockStart } from '../core/clock.js'
import { RandomSource } from '../core/random.js'
import { defaultProfile, type Profile, patchProfile } from '../domain/profile.js'
import type { Baseline, World } from '../domain/world.js'
import { expandSeed } from './expand.js'
import { loadState, mergeSeed } from './load.js'
import { readResume } from './resume.js'
import type { SeedDocument } from './schema.js'

/** The random seed where nothing else is said: ids, faker data and chances are the same from run to run. */
export const RANDOM_SEED = 1

/** What wins over the seed: the command line, the environment, the library's options. */
export interface SeedOverrides {
  readonly clock?: ClockStart
  readonly random?: number
  /** Some options of the profile. */
  readonly profile?: unknown
}

/** What a reset goes back to, and the seed that it was made from. */
export class SeedKeeper {
  private constructor(
    private readonly overrides: SeedOverrides,
    private kept: SeedDocument,
    public baseline: Baseline,
  ) {}

  /** @throws SeedProblems, Refusal invalid_profile */
  static async of(document: SeedDocument, overrides: SeedOverrides): Promise<SeedKeeper> {
    return new SeedKeeper(overrides, document, await baselineOf(document, overrides))
  }

  /** The seed, as it was given. */
  get document(): SeedDocument {
    return this.kept
  }

  /**
   * Makes this the seed and resets the world to it.
   *
   * @throws SeedProblems, Refusal invalid_profile; then seed and world stay as they were
   */
  async replace(document: SeedDocument, world: World): Promise<void> {
    const baseline = await baselineOf(document, this.overrides)
    this.kept = document
    this.baseline = baseline
    world.baseline = baseline
    world.reset()
  }

  /**
   * Puts the state that a seed describes in the place of the world's present one; resets still go back to the kept
   * seed. Here the seed wins over the overrides: an exported state is exactly what it was.
   *
   * @throws SeedProblems, Refusal invalid_profile; then the world stays as it was
   */
  async replaceState(document: SeedDocument, world: World): Promise<void> {
    const { random, profile } = this.overrides
    const usual = patchProfile(defaultProfile, profile ?? {})
    const overrides = { random: document.data.random ?? random ?? world.random.seed }
    world.replaceState(await baselineOf(document, overrides, usual))
  }

  /**
   * Merges what a seed describes into the world's present state; its relative times count from now.
   *
   * @throws SeedProblems, Refusal invalid_profile, conflict; then the world stays as it was
   */
  async mergeState(document: SeedDocument, world: World): Promise<void> {
    const resume = readResume(document)
    const seed = await expandSeed(document, { random: document.data.random ?? world.random.seed })
    const profile = patchProfile(world.profile, seed.profile)
    const { clock, random, faults } = seed
    const now = clock.now ?? world.clock.now()
    const state = world.state.fork()
    mergeSeed(seed, resume, state, now)
    world.faults.add(faults, now)
    world.state = state
    world.profile = profile
    if (random !== undefined || document.data.resume?.random !== undefined) {
      world.random = new RandomSource(random ?? world.random.seed, resume.random)
    }
    if (clock.rate !== undefined) world.clock.setRate(clock.rate)
    if (clock.now !== undefined) world.clock.set(clock.now)
    if (clock.freeze === true) world.clock.freeze()
    if (clock.freeze === false) world.clock.run()
  }
}

async function baselineOf(
  document: SeedDocument,
  overrides: SeedOverrides,
  usual: Profile = defaultProfile,
): Promise<Baseline> {
  const randomSeed = overrides.random ?? document.data.random ?? RANDOM_SEED
  const resume = readResume(document)
  const seed = await expandSeed(document, { random: randomSeed })
  const { now, freeze, rate } = seed.clock
  return {
    state: loadState(seed, resume),
    profile: patchProfile(patchProfile(usual, seed.profile), overrides.profile ?? {}),
    clock: { now, frozen: freeze, rate, ...overrides.clock },
    randomSeed,
    randomStates: resume.random,
    faults: seed.faults,
    lastFaultId: resume.faults,
  }
}
