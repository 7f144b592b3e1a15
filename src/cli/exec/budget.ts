import * as v from 'valibot'
import type { NamespaceUsage, Usage } from '../../client/answers.js'
import { type OperationId, operations } from '../../contract/operations.js'
import { expected } from '../../core/expected.js'
import { isRecord } from '../../core/objects.js'
import { parsePart, type SeedSource } from '../../seed/parse.js'
import { count, mapping } from '../../seed/schema/fields.js'
import { yaml } from '../../seed/text/yaml.js'

const QUANTITIES = ['reads', 'writes', 'lists', 'deletes', 'storageBytes'] as const

export type Quantity = (typeof QUANTITIES)[number]

export interface Bound {
  /** The number's path in both the usage and the file, e.g. `['kv.get']` or `['ns_shop_k3v9x2', 'reads']`. */
  readonly path: readonly [OperationId] | readonly [namespace: string, Quantity]
  readonly max: number
}

export interface BoundUse extends Bound {
  readonly used: number
}

const bound = v.exactOptional(count)

const operationBounds = Object.fromEntries(operations.map(({ id }) => [id, bound]))

const namespaceBounds = mapping(
  'the bounds of a namespace',
  Object.fromEntries(QUANTITIES.map((quantity) => [quantity, bound])),
)

/** Names that start with `ns_` are namespaces. Any other name should be an operation, or else it's a typo. */
const budgetSchema = v.lazy((input) =>
  isRecord(input)
    ? mapping('a budget', {
        ...operationBounds,
        ...Object.fromEntries(
          Object.keys(input)
            .filter((name) => name.startsWith('ns_'))
            .map((id) => [id, v.exactOptional(namespaceBounds)]),
        ),
      })
    : v.never(expected('a budget (a mapping such as kv.get: 12)')),
)

/**
 * Parses a budget, which is YAML with limits for operations (e.g. `kv.get: 12`) or for quantities in a namespace (e.g.
 * `ns_shop_k3v9x2: { reads: 12 }`).
 *
 * @throws SeedProblems that lists all mistakes with their locations and hints
 */
export function parseBudget(source: SeedSource): Bound[] {
  const data: Readonly<Record<string, unknown>> = parsePart(source, budgetSchema)
  return Object.entries(data).flatMap(([name, value]): Bound[] => {
    if (typeof value === 'number') return [{ path: [name as OperationId], max: value }]
    const own = value as Readonly<Partial<Record<Quantity, number>>>
    return Object.entries(own).map(([quantity, max]) => ({ path: [name, quantity as Quantity], max }))
  })
}

export function useOfBounds(bounds: readonly Bound[], usage: Usage): BoundUse[] {
  return bounds.map((one) => ({ ...one, used: usedOf(one.path, usage) }))
}

function usedOf(path: Bound['path'], { operations: counted, namespaces }: Usage): number {
  if (path.length === 1) return counted[path[0]] ?? 0
  const own: NamespaceUsage | undefined = namespaces[path[0]]
  return own?.[path[1]] ?? 0
}

/**
 * Checks if a run used anything that the budget limits. Limits of zero forbid something, so if the budget has no
 * others, it's enough if the run used anything at all.
 */
export function isExercised(uses: readonly BoundUse[], usage: Usage): boolean {
  const allowing = uses.filter(({ max }) => max > 0)
  if (allowing.length > 0) return allowing.some(({ used }) => used > 0)
  return uses.length > 0 && Object.keys(usage.operations).length > 0
}

/** Lists the operations that a run used but that aren't limited in the budget, either directly or by a namespace. */
export function unboundedOf(bounds: readonly Bound[], usage: Usage): OperationId[] {
  const bounded = new Set(bounds.flatMap(({ path }) => operationsOf(path)))
  return operations.map(({ id }) => id).filter((id) => usage.operations[id] !== undefined && !bounded.has(id))
}

export function operationsOf(path: Bound['path']): OperationId[] {
  const [name, quantity] = path
  return operations
    .filter((row) => {
      if (quantity === undefined) return row.id === name
      const counts = 'counts' in row ? row.counts : undefined
      return counts === (quantity === 'storageBytes' ? 'writes' : quantity)
    })
    .map(({ id }) => id)
}

/**
 * Updates a budget to match a run's usage. This sets all existing limits, and adds any operations that the run used.
 * Comments are preserved.
 *
 * @param text the current budget, which may be empty
 */
export function updatedBudget(text: string, bounds: readonly Bound[], usage: Usage): string {
  const { isMap, parseDocument } = yaml()
  const document = parseDocument(text)
  // Otherwise, an empty document would be written with braces.
  if (isMap(document.contents) && document.contents.items.length === 0) document.contents.flow = false
  for (const { path, used } of useOfBounds(bounds, usage)) document.setIn(path, used)
  for (const [id, used] of Object.entries(usage.operations)) document.set(id, used)
  return document.toString()
}
