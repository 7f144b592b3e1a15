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
  /** Where its number is in a usage and in the file: `['kv.get']`, `['ns_shop_k3v9x2', 'reads']`. */
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

/** Ids of namespaces are known by their prefix. Any other name is an operation, or a typo. */
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
 * Parses a budget: YAML of upper bounds by operation (`kv.get: 12`), and by namespace and quantity (`ns_shop_k3v9x2: {
 * reads: 12 }`).
 *
 * @throws SeedProblems with every mistake, each with its place and a hint
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
 * Tells if the run used anything that the budget counts. If all bounds are 0, which forbid, using anything at all is
 * enough.
 */
export function isExercised(uses: readonly BoundUse[], usage: Usage): boolean {
  const allowing = uses.filter(({ max }) => max > 0)
  if (allowing.length > 0) return allowing.some(({ used }) => used > 0)
  return uses.length > 0 && Object.keys(usage.operations).length > 0
}

/** Lists operations that a run used and that no bound covers, neither their own nor one of a namespace. */
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
 * Updates a budget to the usage of a run: for each operation that it used, and each bound that the budget has. Comments
 * stay.
 *
 * @param text the current budget, or an empty text
 */
export function updatedBudget(text: string, bounds: readonly Bound[], usage: Usage): string {
  const { isMap, parseDocument } = yaml()
  const document = parseDocument(text)
  // An empty document would be written in braces.
  if (isMap(document.contents) && document.contents.items.length === 0) document.contents.flow = false
  for (const { path, used } of useOfBounds(bounds, usage)) document.setIn(path, used)
  for (const [id, used] of Object.entries(usage.operations)) document.set(id, used)
  return document.toString()
}
