import { operations } from '../../contract/operations.js'
import { isObject } from '../../core/objects.js'
import type { Baseline } from '../../domain/baseline.js'
import type { FaultMatch } from '../../domain/faults/fault.js'
import { compileGlob } from '../../domain/faults/glob.js'
import { type Limited, ORIGIN_MONTH } from '../../domain/quotas.js'
import type { Seed, SeedDocument } from '../../seed/schema/schema.js'
import { type ProblemAtPath, problemAt } from '../../seed/text/positions.js'
import { inOrder, type Path, type Problem } from '../../seed/text/problems.js'
import { CONFIG } from '../../services/config/contents.js'
import { DOCUMENTS } from '../../services/documents/contents.js'
import type { ContractSeed } from '../../services/index.js'
import { KV } from '../../services/kv/contents.js'

/** A valid seed and its state. */
export interface LoadedSeed {
  readonly document: SeedDocument
  readonly baseline: Baseline
}

/** Records that others may refer to. */
interface Known {
  readonly namespaces: ReadonlySet<string>
  readonly stores: ReadonlySet<string>
  readonly projects: ReadonlySet<string>
}

/** Finds likely mistakes in valid seeds. They may be used together, so each may refer to records of the others. */
export function seedWarnings(seeds: readonly LoadedSeed[]): Problem[][] {
  const known = knownIn(seeds.map(({ baseline }) => baseline))
  return seeds.map(({ document, baseline }) => {
    // The schema of these services has checked it.
    const data = document.data as ContractSeed
    const found = [
      ...(holdsNothing(data) ? [{ path: [], message: 'it holds nothing' }] : []),
      ...usageWarnings(data, baseline),
      ...projectWarnings(data, baseline, known),
      ...(data.faults ?? []).flatMap(({ match = {} }, index) =>
        matchWarnings(match, known).map((warning) => ({ path: ['faults', index, 'match'], ...warning })),
      ),
    ]
    return inOrder(found.map((one) => problemAt(document, one)))
  })
}

function knownIn(baselines: readonly Baseline[]): Known {
  const ids = (recordsIn: (state: Baseline['state']) => Iterable<{ readonly id: string }>) =>
    new Set(baselines.flatMap(({ state }) => [...recordsIn(state)].map(({ id }) => id)))
  return {
    namespaces: ids((state) => state.of(KV).namespaces.values()),
    stores: ids((state) => state.of(CONFIG).stores.values()),
    projects: ids((state) => state.of(DOCUMENTS).projects.records.values()),
  }
}

const holdsNothing = ({ version: _, $schema: __, ...parts }: Seed): boolean =>
  Object.values(parts).every((part) => isObject(part) && Object.keys(part).length === 0)

const LIMITED: readonly Limited[] = ['reads', 'writes', 'lists']

function usageWarnings({ namespaces = [] }: ContractSeed, { state, profile }: Baseline): ProblemAtPath[] {
  return [...state.of(KV).namespaces.values()].flatMap(({ id, usage, limits }) =>
    usage.months().flatMap(([month, counters]) =>
      LIMITED.flatMap((name) => {
        const limit = limits[name] ?? profile.kv.defaultLimits[name]
        if (counters[name] <= limit) return []
        const when = month === ORIGIN_MONTH ? '' : ` in ${month}`
        const message = `the usage of ${id}${when} is above its limit: ${counters[name]} ${name} of ${limit}`
        return { path: ['namespaces', namespaces.findIndex((one) => one.id === id), 'usage'], message }
      }),
    ),
  )
}

/** Warns of a missing project where it is first mentioned. */
function projectWarnings(
  { database: { keys = [], documents = [] } = {} }: ContractSeed,
  { state }: Baseline,
  { projects }: Known,
): ProblemAtPath[] {
  const held = state.of(DOCUMENTS)
  const missing = new Map<string, { readonly path: Path; count: number }>()
  const note = (id: string, pathOf: () => Path) => {
    if (projects.has(id)) return
    const named = missing.get(id)
    if (named === undefined) missing.set(id, { path: pathOf(), count: 1 })
    else named.count++
  }
  for (const { key, scope } of held.keys.values()) {
    const path = () => ['database', 'keys', keys.findIndex((one) => one.key === key), 'projects']
    for (const id of scope?.projects ?? []) note(id, path)
  }
  for (const { project } of held.documents.records.values()) {
    const path = () => [
      'database',
      'documents',
      documents.findIndex((one) => one.project === project),
      'project',
    ]
    if (project !== undefined) note(project, path)
  }
  return [...missing].map(([id, { path, count }]) => {
    const others = count === 1 ? '' : ` (it is named ${count} times)`
    return { path, message: `project ${id} is not in the seed${others}` }
  })
}

type Target = Omit<FaultMatch, 'header'>

/**
 * Explains why a fault with this match never fires; empty if it can. A method that no operation has may be intended.
 */
function matchWarnings(match: Target, known: Known): { message: string; hint?: string }[] {
  const { operation, namespace, store, key, path = '**' } = match
  const isOfOperations = [operation, namespace, store, key].some((name) => name !== undefined)
  if (isOfOperations ? !isPossible(match) : !isPossible({ path })) {
    const below = `${path.replace(/\/+$/, '')}/**`
    const message = isOfOperations
      ? 'this fault never fires: no operation has all of this'
      : 'no operation has this path: the fault fires for other requests alone'
    return [
      isPossible({ ...match, path: below }) ? { message, hint: `did you mean path: ${below}?` } : { message },
    ]
  }
  if (namespace !== undefined && !known.namespaces.has(namespace))
    return [{ message: `the namespace ${namespace} is not in the seed` }]
  if (store !== undefined && !known.stores.has(store))
    return [{ message: `the store ${store} is not in the seed` }]
  return []
}

function isPossible({ operation = '*', method, path = '**', namespace, store, key }: Target): boolean {
  const isMeant = compileGlob(operation)
  const glob = path.split('/').filter((segment, index, all) => segment !== '**' || all[index - 1] !== '**')
  const names = Object.entries({ '{namespaceId}': namespace, '{storeId}': store, '{key}': key })
  return operations.some((one) => {
    const segments = one.path.split('/')
    return (
      isMeant(one.id) &&
      (method === undefined || method.toUpperCase() === one.method) &&
      names.every(([name, value]) => value === undefined || segments.includes(name)) &&
      fits(glob, segments)
    )
  })
}

/** Checks if a glob can match a path of the contract, in which a `{name}` matches anything. */
function fits([glob, ...globs]: readonly string[], path: readonly string[]): boolean {
  const [segment, ...segments] = path
  if (glob === undefined) return segment === undefined
  if (glob === '**') return fits(globs, path) || (segment !== undefined && fits([glob, ...globs], segments))
  return (
    segment !== undefined && (segment.startsWith('{') || compileGlob(glob)(segment)) && fits(globs, segments)
  )
}
