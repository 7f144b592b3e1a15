import type { ClockStart } from '../core/clock.js'
import type { HeapGuard } from '../core/heap.js'
import { readInstant } from '../core/moment.js'
import type { Addition, Baseline } from '../domain/baseline.js'
import { type Bounds, boundName, defaultBounds } from '../domain/bounds.js'
import { defaultProfile, type Profile, patchProfile } from '../domain/profile/profile.js'
import { State } from '../domain/state.js'
import { NO_TOMBSTONES, type TombstoneRecords, UNKNOWN_TOMBSTONES } from '../domain/tombstones.js'
import { World } from '../domain/world.js'
import type { Anchor } from '../seed/expand/block.js'
import { BlockExpander } from '../seed/expand/blocks.js'
import { expandFault } from '../seed/expand/fault.js'
import { exportSeed } from '../seed/export.js'
import { listsIn, type SeededService, type SeedPart } from '../seed/part.js'
import { BEGINNING, type ResumePoint } from '../seed/resume-point.js'
import type { Seed, SeedDocument } from '../seed/schema/schema.js'
import { problemAt } from '../seed/text/places.js'
import { inOrder, SeedProblems } from '../seed/text/problems.js'

/** The random seed if nothing else is said: ids, faker data and chances are the same from run to run. */
const RANDOM_SEED = 1

/** What wins over the seed: the command line, the environment, the library's options. */
export interface SeedOverrides {
  readonly clock?: ClockStart
  readonly random?: number
  /** Some options of the profile. */
  readonly profile?: unknown
}

/** What applies to every seed that a world gets. */
interface SeedSettings {
  readonly services: readonly SeededService[]
  readonly overrides: SeedOverrides
  readonly bounds: Bounds
}

/** Makes a change of a world: the caller may have to note it. */
export type MakeChange = (work: () => void) => void

/** Reads a seed. @throws SeedProblems */
export type ReadSeed = () => Promise<SeedDocument>

/**
 * What a reset goes back to, and the seed that it was made from. A world changes once, when all of a seed is
 * read, checked and expanded.
 */
export class WorldSeed {
  private constructor(
    private readonly settings: SeedSettings,
    private kept: Seed | ((heap: HeapGuard) => Seed),
    public baseline: Baseline,
  ) {}

  /** @throws SeedProblems, Refusal invalid_profile */
  static async of(
    services: readonly SeededService[],
    document: SeedDocument,
    overrides: SeedOverrides,
    bounds: Bounds = defaultBounds,
  ): Promise<WorldSeed> {
    const settings = { services, overrides, bounds }
    return new WorldSeed(settings, document.data, await keptBaselineOf(document, settings))
  }

  /**
   * Returns the seed as it was given; that of a world that was made from a state is written now.
   *
   * @throws Refusal out_of_memory
   */
  view(heap: HeapGuard): Seed {
    return typeof this.kept === 'function' ? this.kept(heap) : this.kept
  }

  /** Returns the same seed, for another world, whose clock may start elsewhere. */
  again(clock: ClockStart = {}): WorldSeed {
    const { baseline } = this
    return new WorldSeed(this.settings, this.kept, { ...baseline, clock: { ...baseline.clock, ...clock } })
  }

  /**
   * Returns another seed, to which the same settings apply.
   *
   * @throws SeedProblems, Refusal invalid_profile
   */
  other(document: SeedDocument): Promise<WorldSeed> {
    return WorldSeed.of(this.services, document, this.settings.overrides, this.settings.bounds)
  }

  /** Returns the seed of a world that was made from a state: it is written when it is asked for. */
  from(contents: Baseline): WorldSeed {
    const { settings, usualProfile } = this
    const write = (heap: HeapGuard) =>
      exportSeed(new World(settings.services, contents, () => 0, settings.bounds), settings.services, {
        usual: usualProfile,
        heap,
      })
    return new WorldSeed(settings, write, contents)
  }

  /** The services whose state it is. */
  get services(): readonly SeededService[] {
    return this.settings.services
  }

  /** What a state without a profile gets: the defaults, and what wins over every seed. */
  get usualProfile(): Profile {
    return patchProfile(defaultProfile, this.settings.overrides.profile ?? {})
  }

  /**
   * Makes this the seed and resets the world to it.
   *
   * @throws SeedProblems, Refusal invalid_profile or out_of_memory; then seed and world stay as they were
   */
  async replace(read: ReadSeed, world: World, change = unnotedIn(world)): Promise<void> {
    const document = await read()
    const baseline = await keptBaselineOf(document, this.settings)
    world.heap.admit()
    change(() => {
      world.reseed(baseline)
      this.kept = document.data
      this.baseline = baseline
    })
  }

  /**
   * Puts the state that a seed describes in the place of the world's present one; resets still go back to the
   * kept seed. Here the seed wins over the overrides: an exported state is exactly what it was.
   *
   * @throws SeedProblems, Refusal invalid_profile or out_of_memory; then the world stays as it was
   */
  async replaceState(read: ReadSeed, world: World, change = unnotedIn(world)): Promise<void> {
    const document = await read()
    const { services, overrides, bounds } = this.settings
    const random = document.data.random ?? overrides.random ?? world.random.seed
    // What a state does not say of its past is not known: entries of the present one are gone without a
    // record.
    const unsaid = { profile: this.usualProfile, tombstones: UNKNOWN_TOMBSTONES }
    const baseline = await baselineOf(document, { services, overrides: { random }, bounds }, unsaid)
    world.heap.admit()
    change(() => world.replace(baseline))
  }

  /**
   * Merges what a seed describes into the world's present state; its relative times count from now.
   *
   * @throws SeedProblems, Refusal invalid_profile, conflict or out_of_memory; then the world stays as it was
   */
  async mergeState(read: ReadSeed, world: World, change = unnotedIn(world)): Promise<void> {
    const document = await read()
    const resume = await resumePointOf(document)
    world.atOneInstant((present) => {
      const addition = additionOf(document, { services: this.services, resume }, world, present)
      world.faults.assertFit(addition.faults)
      world.heap.admit()
      change(() => world.merge(addition))
    })
  }
}

const unnotedIn =
  (world: World): MakeChange =>
  (work) =>
    world.atOneInstant(work)

/** @param present the world's time in ms, from which relative times count unless the seed names another */
function additionOf(
  document: SeedDocument,
  { services, resume }: Pick<Loading, 'services' | 'resume'>,
  world: World,
  present: number,
): Addition {
  const { data } = document
  const now = readInstant(data.clock?.now ?? '') ?? present
  const loading = { services, random: data.random ?? world.random.seed, resume, anchor: now }
  return {
    state: loadSeed(document, loading, world.state.fork()),
    profile: patchProfile(world.profile, data.profile ?? {}),
    clock: clockStart(data),
    randomSeed: data.random,
    randomStates: resume.random,
    faults: (data.faults ?? []).map(expandFault),
    lastFaultId: resume.faults,
    now,
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
  const message = `a world holds ${bounds.faults} faults at most (${boundName('faults')}), and here are ${given}`
  throw new SeedProblems([problemAt(document, { path: ['faults', bounds.faults], message })])
}

/**
 * Where the state of a seed goes on from. Most begin again: what reads a `resume` is loaded when a seed has
 * one.
 *
 * @throws SeedProblems with everything that is wrong in it
 */
async function resumePointOf(document: SeedDocument): Promise<ResumePoint> {
  if (document.data.resume === undefined) return BEGINNING
  const { readResume } = await import('../seed/resume.js')
  return readResume(document)
}

const clockStart = ({ clock: { now, freeze, rate } = {} }: Seed): ClockStart => ({
  now: readInstant(now ?? ''),
  frozen: freeze,
  rate,
})

/** Returns the baseline of a seed that is kept. */
async function keptBaselineOf(document: SeedDocument, settings: SeedSettings): Promise<Baseline> {
  const unsaid = { profile: defaultProfile, tombstones: NO_TOMBSTONES }
  return { ...(await baselineOf(document, settings, unsaid)), source: document.data }
}

/** @param unsaid what the baseline has if the seed does not say otherwise */
async function baselineOf(
  document: SeedDocument,
  { services, overrides, bounds }: SeedSettings,
  unsaid: { readonly profile: Profile; readonly tombstones: TombstoneRecords },
): Promise<Baseline> {
  const resume = await resumePointOf(document)
  holdFaults(document, bounds)
  const { data } = document
  const randomSeed = overrides.random ?? data.random ?? RANDOM_SEED
  return {
    state: loadSeed(
      document,
      { services, random: randomSeed, resume, anchor: 'origin' },
      State.empty(services),
    ),
    profile: patchProfile(patchProfile(unsaid.profile, data.profile ?? {}), overrides.profile ?? {}),
    clock: { ...clockStart(data), ...overrides.clock },
    randomSeed,
    randomStates: resume.random,
    faults: (data.faults ?? []).map(expandFault),
    lastFaultId: resume.faults,
    tombstones: resume.tombstones ?? unsaid.tombstones,
    cursorNames: resume.cursorNames,
  }
}

/** The inputs of loading besides the seed. */
interface Loading {
  readonly services: readonly SeededService[]
  /** The random seed that templates draw from: equal seeds give equal data. */
  readonly random: number
  readonly resume: ResumePoint
  /** The instant that relative times count from, in ms. */
  readonly anchor: Anchor
}

/**
 * Adds what a seed describes to a state: what has an id joins what is there, entries and records replace theirs
 * whole (docs/DESIGN.md section 4, Joining). If it throws, the state is half changed.
 *
 * @throws SeedProblems for templates that do not exist or fail, and for keys or ids that collide
 * @throws Refusal conflict if a key belongs to another namespace or store
 */
export function loadSeed(
  document: SeedDocument,
  { services, random, resume, anchor }: Loading,
  state: State,
): State {
  const { data } = document
  const parts = services.map(({ seed }): SeedPart => seed)
  const into = { state, anchor, resume }
  for (const part of parts) part.begin?.(data, into)
  const expander = new BlockExpander(document, { random, now: data.clock?.now, anchor })
  for (const { kind, ...list } of listsIn(services, data))
    kind?.add(expander.expand(list, kind), state, { of: list.of, resume })
  if (expander.problems.length > 0) throw new SeedProblems(inOrder(expander.problems))
  for (const part of parts) part.end(data, into)
  return state
}
