import * as v from 'valibot'
import { type AnswerOf, component, count, described, number, text, typed } from '../contract/answer-schema.js'
import { count as countJson } from '../contract/json-schema.js'
import { type Operation, type OperationId, operations } from '../contract/operations.js'
import type { DecisionFacts } from './decision-facts.js'
import type { Counters, Limits } from './quotas.js'

const share = v.exactOptional(number)

const namespaceUsage = v.object({
  reads: count,
  writes: count,
  lists: count,
  deletes: count,
  share: described(
    'The share of the monthly or storage limit that was used, from 0 to 1.',
    v.object({ reads: share, writes: share, lists: share, storageBytes: share }),
  ),
  storageBytes: v.exactOptional(
    described('The most bytes stored before or after a put. Left out without puts.', count),
  ),
})

export interface NamespaceUsage extends AnswerOf<typeof namespaceUsage> {}

export const usage = component('Usage', () =>
  v.object({
    operations: described(
      'Requests by operation. The config store and the database count a request once its key is accepted.',
      typed<{ readonly [Id in OperationId]?: number }>({
        type: 'object',
        properties: Object.fromEntries(operations.map(({ id }) => [id, countJson])),
      }),
    ),
    namespaces: described('By namespace id.', v.record(text, namespaceUsage)),
  }),
)

export interface Usage extends v.InferOutput<typeof usage> {}

interface Counted extends Counters {
  storageBytes: number | undefined
  /** Each limit as of the last request that counted towards it. */
  readonly limits: { -readonly [Name in keyof Limits]?: Limits[Name] }
}

/** Counts what requests use, with one row per namespace. */
export class RunUsage {
  readonly #operations = new Map<string, number>()
  readonly #namespaces = new Map<string, Counted>()

  /** Namespaces that were used, including removed ones. */
  get size(): number {
    return this.#namespaces.size
  }

  /** Skips a request that was refused before a service counted it. */
  count({ id, counts }: Operation, decision: DecisionFacts): void {
    const { countedBy } = decision
    if (countedBy === undefined) return
    this.#operations.set(id, (this.#operations.get(id) ?? 0) + 1)
    if (counts === undefined) return
    const counted = this.#namespace(countedBy)
    counted[counts]++
    if (counts !== 'deletes' && decision.quotaLimit !== undefined)
      counted.limits[counts] = decision.quotaLimit
    if (decision.stored === undefined || decision.storedAfter === undefined) return
    counted.storageBytes = Math.max(counted.storageBytes ?? 0, decision.stored, decision.storedAfter)
    if (decision.storageLimit !== undefined) counted.limits.storageBytes = decision.storageLimit
  }

  /** Namespaces are sorted by id, and operations are in the given order. */
  report(operationIds: readonly string[]): Usage {
    const counted = operationIds.flatMap((id): [string, number][] => {
      const number = this.#operations.get(id)
      return number === undefined ? [] : [[id, number]]
    })
    const namespaces = [...this.#namespaces].sort(([one], [other]) => (one < other ? -1 : 1))
    return {
      operations: Object.fromEntries(counted),
      namespaces: Object.fromEntries(namespaces.map(([id, usage]) => [id, reported(usage)])),
    }
  }

  #namespace(id: string): Counted {
    let counted = this.#namespaces.get(id)
    if (counted === undefined) {
      counted = { reads: 0, writes: 0, lists: 0, deletes: 0, storageBytes: undefined, limits: {} }
      this.#namespaces.set(id, counted)
    }
    return counted
  }
}

function reported({ limits, storageBytes, ...counters }: Counted): NamespaceUsage {
  const used = storageBytes === undefined ? counters : { ...counters, storageBytes }
  const shares = Object.entries(used).flatMap(([name, number]): [string, number][] => {
    const limit = limits[name as keyof Limits]
    return limit === undefined ? [] : [[name, shareOf(number, limit)]]
  })
  return { ...used, share: Object.fromEntries(shares) }
}

/** Rounds to three digits. With a storage limit of 0, a namespace still accepts puts that don't grow it. */
const shareOf = (used: number, limit: number): number =>
  limit === 0 ? Math.min(used, 1) : Number((used / limit).toPrecision(3))
