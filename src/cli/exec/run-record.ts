import { type OperationId, operations } from '../../contract/operations.js'
import { shorten } from '../../core/shorten.js'
import type { RequestRecord } from '../../domain/requests/record.js'
import { RunUsage, type Usage } from '../../domain/usage.js'
import type { World } from '../../domain/world.js'
import { printable } from '../output/format.js'

/** A group of requests to the same world, with the same method and URL. */
export interface AlikeRequests {
  /** The id of the first request, e.g. "r12", or "w3/r1" if it isn't in the default world. */
  readonly first: string
  /** For example `GET /v1/kv/ns_shop_k3v9x2/cart`. */
  readonly text: string
  readonly count: number
}

/** The requests behind a number, grouped and in order. */
export interface CountedRequests {
  readonly alike: readonly AlikeRequests[]
  readonly unlisted: number
}

/** Number of groups of requests to keep per number. */
const LISTED_MAX = 100
const REFUSED_MAX = 10
/** Anything after this many characters is ignored when comparing URLs. */
const TARGET_LENGTH_MAX = 1000
const WORLDS_MAX = 20

const OPERATION_IDS = operations.map(({ id }) => id)

/** Records all requests to an emulator for `exec`'s output, including those to other worlds or before a reset. */
export class RunRecord {
  readonly #usage = new RunUsage()
  readonly #worlds = new Map<string, RunUsage>()
  readonly #counted = new Map<string, { alike: Map<string, AlikeRequests>; unlisted: number }>()
  #refused: RefusedRequest[] = []
  /** Requests for entries that don't exist. They're kept apart, because passing tests make plenty of them. */
  #missed: RefusedRequest[] = []
  #refusedCount = 0
  /** Includes rejected requests. */
  requests = 0
  /** Lines that describe the bundles that were written. */
  bundles: readonly string[] = []

  add(record: RequestRecord, world: World): void {
    this.requests++
    if (record.outcome !== 'ok') this.#addRefused(record, world)
    const operation = record.served
    if (operation === undefined) return
    this.#usage.count(operation, record.decision)
    this.#worldUsage(world.id ?? DEFAULT_WORLD)?.count(operation, record.decision)
    const { countedBy } = record.decision
    if (countedBy !== undefined) this.#addCounted(figureKey(operation.id, countedBy), record, world)
  }

  get usage(): Usage {
    return this.#usage.report(OPERATION_IDS)
  }

  /** Only includes the first few worlds. */
  get worlds(): [id: string, usage: Usage][] {
    return [...this.#worlds].map(([id, usage]) => [id, usage.report(OPERATION_IDS)])
  }

  /** The last few rejected requests, oldest first but with misses at the end, and the total number. */
  get refused(): { readonly last: readonly RefusedRequest[]; readonly count: number } {
    const superfluous = Math.max(0, this.#refused.length + this.#missed.length - REFUSED_MAX)
    return { last: [...this.#refused, ...this.#missed.slice(superfluous)], count: this.#refusedCount }
  }

  /** @param namespace limits the result to requests to this namespace */
  countedUnder(ids: readonly OperationId[], namespace?: string): CountedRequests {
    const all = [...this.#counted].filter(([key]) => {
      const [id, countedBy] = key.split(' ')
      return ids.some((wanted) => wanted === id) && (namespace === undefined || countedBy === namespace)
    })
    return {
      alike: all.flatMap(([, { alike }]) => [...alike.values()]),
      unlisted: all.reduce((sum, [, { unlisted }]) => sum + unlisted, 0),
    }
  }

  #worldUsage(id: string): RunUsage | undefined {
    const found = this.#worlds.get(id)
    if (found !== undefined || this.#worlds.size >= WORLDS_MAX) return found
    const usage = new RunUsage()
    this.#worlds.set(id, usage)
    return usage
  }

  #addRefused(record: RequestRecord, world: World): void {
    this.#refusedCount++
    const request = { id: idOf(record, world), record }
    if (record.outcome === 'entry_missing') this.#missed = [...this.#missed, request].slice(-REFUSED_MAX)
    else this.#refused = [...this.#refused, request].slice(-REFUSED_MAX)
  }

  #addCounted(key: string, record: RequestRecord, world: World): void {
    let counted = this.#counted.get(key)
    if (counted === undefined) {
      counted = { alike: new Map(), unlisted: 0 }
      this.#counted.set(key, counted)
    }
    const text = `${record.method} ${printable(shorten(record.target, TARGET_LENGTH_MAX))}`
    const place = `${world.id ?? ''} ${text}`
    const before = counted.alike.get(place)
    if (before !== undefined) counted.alike.set(place, { ...before, count: before.count + 1 })
    else if (counted.alike.size >= LISTED_MAX) counted.unlisted++
    else counted.alike.set(place, { first: idOf(record, world), text, count: 1 })
  }
}

export interface RefusedRequest {
  readonly id: string
  readonly record: RequestRecord
}

/** Label for requests that don't name a world. */
export const DEFAULT_WORLD = 'default'

const figureKey = (id: string, countedBy: string): string => `${id} ${countedBy}`

const idOf = ({ id }: RequestRecord, world: World): string =>
  world.id === undefined ? id : `${world.id}/${id}`
