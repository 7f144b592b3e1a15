import { isObject } from '../../core/objects.js'
import type { Baseline } from '../../domain/baseline.js'
import { whyNeverFires } from '../../domain/faults/never-fires.js'
import { type Limited, ORIGIN_MONTH } from '../../domain/quotas.js'
import type { Seed, SeedDocument } from '../../seed/schema/schema.js'
import { type ProblemAtPath, problemAt } from '../../seed/text/positions.js'
import { inOrder, type Path, type Problem } from '../../seed/text/problems.js'
import { DOCUMENTS } from '../../services/documents/contents.js'
import { type ContractSeed, services } from '../../services/index.js'
import { KV } from '../../services/kv/contents.js'

export interface LoadedSeed {
  readonly document: SeedDocument
  readonly baseline: Baseline
}

/** Finds likely mistakes in valid seeds. Seeds may refer to each other's records, since they may be loaded together. */
export function seedWarnings(seeds: readonly LoadedSeed[]): Problem[][] {
  const states = seeds.map(({ baseline }) => baseline.state)
  const projects = new Set(
    states.flatMap((state) => Array.from(state.of(DOCUMENTS).projects.records.values(), ({ id }) => id)),
  )
  return seeds.map(({ document, baseline }) => {
    // The cast is safe, since the services' schema has validated this.
    const data = document.data as ContractSeed
    const found = [
      ...(holdsNothing(data) ? [{ path: [], message: 'it is empty' }] : []),
      ...usageWarnings(data, baseline),
      ...projectWarnings(data, baseline, projects),
      ...(data.faults ?? []).flatMap(({ match = {} }, index) => {
        const complaint = whyNeverFires(match, services, states)
        return complaint === undefined ? [] : [{ path: ['faults', index, 'match'], ...complaint }]
      }),
    ]
    return inOrder(found.map((one) => problemAt(document, one)))
  })
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

/** Warns about each missing project where it's first mentioned. */
function projectWarnings(
  { database: { keys = [], documents = [] } = {} }: ContractSeed,
  { state }: Baseline,
  projects: ReadonlySet<string>,
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
