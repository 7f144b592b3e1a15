import type { SeedObject } from 'tristore-emulator'
import { ownValues } from './own-values.js'

/** An entry, config or record as a set of fields. */
export class Item {
  /** The item as JSON. Most items are equal in all runs, so their fields are never needed. */
  readonly text: string
  readonly #value: object
  #fields: ReadonlyMap<string, string> | undefined

  /** @param label an entry's key, or empty for a record, which is identified by its fields */
  constructor(
    readonly label: string,
    value: object,
  ) {
    this.text = JSON.stringify(value)
    this.#value = value
  }

  /** As comparable JSON, by path within the item. */
  get fields(): ReadonlyMap<string, string> {
    this.#fields ??= flat(this.#value)
    return this.#fields
  }
}

/**
 * A run's final state by collection: entries, configs, records, and values of the user's own services. Doesn't include
 * counters, ids and instants, since even a correct retry changes them.
 */
export type FinalState = ReadonlyMap<string, readonly Item[]>

export function finalStateOf(state: SeedObject): FinalState {
  const { namespaces = [], stores = [], database = {}, services = {}, clock } = state
  const now = Date.parse(String(clock?.now))
  const { projects = [], documents = [] } = database
  return new Map<string, readonly Item[]>([
    ...namespaces.map(({ id, entries = [] }): [string, Item[]] => [
      id,
      // Expired entries stay until somebody looks at them.
      entries.filter(({ expiresAt }) => isAfter(expiresAt, now)).map(entryItem),
    ]),
    ...stores.map(({ id, entries = [] }): [string, Item[]] => [id, entries.map(entryItem)]),
    ['projects', projects.map(({ name, description }) => recordItem({ name, description }))],
    ['documents', documents.map(({ title, content }) => recordItem({ title, content }))],
    ...Object.entries(services).map(([name, held]): [string, Item[]] => [
      name,
      ownValues(held).map(([path, value]) => new Item(path, { [path]: value })),
    ]),
  ])
}

const isAfter = (instant: unknown, now: number): boolean =>
  (typeof instant === 'number' ? instant : Date.parse(String(instant))) > now

interface EntryFields {
  readonly key: string
  readonly value?: unknown
  readonly json?: string
  readonly ttlSeconds?: number
}

function entryItem({ key, value, json, ttlSeconds }: EntryFields): Item {
  return new Item(key, { key, value: json ?? value, ttlSeconds })
}

const recordItem = (fields: object): Item => new Item('', fields)

function flat(fields: object): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  for (const [name, value] of Object.entries(fields)) gather(name, value, leaves)
  return leaves
}

function gather(path: string, value: unknown, leaves: Map<string, string>): void {
  if (value === undefined) return
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (parts.length === 0) leaves.set(path, comparableJson(value))
  for (const [name, part] of parts) gather(`${path}.${name}`, part, leaves)
}

/** Matches ISO 8601, and seconds or ms since 1970 (from 2001 to 2286), but not the digits of a fraction. */
const INSTANT =
  /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?|(?<!\.)\b[1-9]\d{9}(?:\d{3})?\b/g

const WORLD = /\/_worlds\/[\w-]+/g

/** Replaces instants and world addresses, which differ in every run. */
const comparable = (text: string): string =>
  text.replace(INSTANT, '(instant)').replace(WORLD, '/_worlds/(world)')

/** Formats a value as comparable JSON. A number that's an instant becomes a string. */
export function comparableJson(value: unknown): string {
  const json = JSON.stringify(value) ?? 'undefined'
  const text = comparable(json)
  return typeof value === 'number' && text !== json ? JSON.stringify(text) : text
}
