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
import { problemAt } from '../seed/text/positions.js'
import { inOrder, SeedProblems } from '../seed/text/problems.js'

/** Constant, so that ids, faker data and chances are the same in every run. */
const RANDOM_SEED = 1

/** From the command line, the environment or library options. They take precedence over the seed. */
export interface SeedOverrides {
  readonly clock?: ClockStart
  readonly random?: number
  /** A profile patch. */
  readonly profile?: unknown
}

interface SeedSettings {
  readonly services: readonly SeededService[]
  readonly overrides: SeedOverrides
  readonly bounds: Bounds
}

/** Lets the caller log a change to a world. */
export type MakeChange = (work: () => void) => void

/** @throws SeedProblems */
export type ReadSeed = () => Promise<SeedDocument>

/**
 * The baseline that resets restore, and the seed it comes from. A world only changes after the whole seed has been
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

  /** The seed as given. If the world was created from a state, exports that, which may throw `out_of_memory`. */
  view(heap: HeapGuard): Seed {
    return typeof this.kept === 'function' ? this.kept(heap) : this.kept
  }

  /** The same seed for another world, optionally with a different clock. */
  again(clock: ClockStart = {}): WorldSeed {
    const { baseline } = this
    return new WorldSeed(this.settings, this.kept, { ...baseline, clock: { ...baseline.clock, ...clock } })
  }

  /** A different seed with the same settings. @throws SeedProblems, Refusal invalid_profile */
  other(document: SeedDocument): Promise<WorldSeed> {
    return WorldSeed.of(this.services, document, this.settings.overrides, this.settings.bounds)
  }

  /** A seed for a world that's created from a state, exported only when needed. */
  from(contents: Baseline): WorldSeed {
    const { settings, usualProfile } = this
    const write = (heap: HeapGuard) =>
      exportSeed(new World(settings.services, contents, () => 0, settings.bounds), settings.services, {
        usual: usualProfile,
        heap,
      })
    return new WorldSeed(settings, write, contents)
  }

  get services(): readonly SeededService[] {
    return this.settings.services
  }

  /** For a state without a profile: the defaults, plus the overrides. */
  get usualProfile(): Profile {
    return patchProfile(defaultProfile, this.settings.overrides.profile ?? {})
  }

  /**
   * Replaces the seed and resets the world to it. Changes nothing if it throws.
   *
   * @throws SeedProblems, Refusal invalid_profile or out_of_memory
   */
  async replace(read: ReadSeed, world: World, change = unloggedIn(world)): Promise<void> {
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
   * Replaces the world's state with a seed's, while resets still restore the kept seed. Here the seed takes precedence
   * over the overrides, so that an exported state is restored exactly. Changes nothing if it throws.
   *
   * @throws SeedProblems, Refusal invalid_profile or out_of_memory
   */
  async replaceState(read: ReadSeed, world: World, change = unloggedIn(world)): Promise<void> {
    const document = await read()
    const { services, overrides, bounds } = this.settings
    const random = document.data.random ?? overrides.random ?? world.random.seed
    // The new state's past is unknown, and the old state's entries are gone without a tombstone.
    const unsaid = { profile: this.usualProfile, tombstones: UNKNOWN_TOMBSTONES }
    const baseline = await baselineOf(document, { services, overrides: { random }, bounds }, unsaid)
    world.heap.admit()
    change(() => world.replace(baseline))
  }

  /**
   * Merges a seed into the world's state, with relative times counted from now. Changes nothing if it throws.
   *
   * @throws SeedProblems, Refusal invalid_profile, conflict or out_of_memory
   */
  async mergeState(read: ReadSeed, world: World, change = unloggedIn(world)): Promise<void> {
    const document = await read()
    const resume = await resumePointOf(document, this.services)
    world.atOneInstant((present) => {
      const addition = additionOf(document, { services: this.services, resume }, world, present)
      world.faults.assertFit(addition.faults)
      world.heap.admit()
      change(() => world.merge(addition))
    })
  }
}

const unloggedIn =
  (world: World): MakeChange =>
  (work) =>
    world.atOneInstant(work)

/** @param present the world's time in ms, from which relative times count unless the seed sets a clock */
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

/** Checked early, since during a reset it would be too late to refuse the faults. @throws SeedProblems */
function checkFaultCount(document: SeedDocument, bounds: Bounds): void {
  const given = document.data.faults?.length ?? 0
  if (given <= bounds.faults) return
  const message = `a world can have at most ${bounds.faults} faults (${boundName('faults')}), but the seed has ${given}`
  throw new SeedProblems([problemAt(document, { path: ['faults', bounds.faults], message })])
}

/**
 * Loads the reader on demand, since few seeds have a `resume`.
 *
 * @throws SeedProblems listing everything that's wrong with it
 */
async function resumePointOf(
  document: SeedDocument,
  services: readonly SeededService[],
): Promise<ResumePoint> {
  if (document.data.resume === undefined) return BEGINNING
  const { readResume } = await import('../seed/resume.js')
  return readResume(document, services)
}

const clockStart = ({ clock: { now, freeze, rate } = {} }: Seed): ClockStart => ({
  now: readInstant(now ?? ''),
  frozen: freeze,
  rate,
})

async function keptBaselineOf(document: SeedDocument, settings: SeedSettings): Promise<Baseline> {
  const unsaid = { profile: defaultProfile, tombstones: NO_TOMBSTONES }
  return { ...(await baselineOf(document, settings, unsaid)), source: document.data }
}

/** @param unsaid defaults for what the seed leaves out */
async function baselineOf(
  document: SeedDocument,
  { services, overrides, bounds }: SeedSettings,
  unsaid: { readonly profile: Profile; readonly tombstones: TombstoneRecords },
): Promise<Baseline> {
  const resume = await resumePointOf(document, services)
  checkFaultCount(document, bounds)
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

interface Loading {
  readonly services: readonly SeededService[]
  /** For templates. The same number gives the same data. */
  readonly random: number
  readonly resume: ResumePoint
  /** Relative times count from here, in ms or "origin". */
  readonly anchor: Anchor
}

/**
 * Merges a seed into a state. Named things are merged into existing ones, while entries and records are replaced as a
 * whole (docs/DESIGN.md section 4, Joining). If it throws, the state is only half changed.
 *
 * @throws SeedProblems if a template doesn't exist or fails, or if keys or ids collide
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
