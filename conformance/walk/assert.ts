/** Compares a successful answer with the model's, as far as the contract specifies it. */

import { expectThat, type Reader, read } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import { isoOf } from '../model/calendar.js'
import type { ModelAnswer } from '../model/call.js'
import type { Entry, ModelStore } from '../model/state.js'
import type { EntryCall, WalkContext } from './context.js'

/** The minimum TTL in seconds. */
const TTL_MIN_S = 60

export function assertAnswer(context: WalkContext, call: EntryCall, about: HttpExchange): void {
  const isDelete = call.step.do === 'delete'
  // The contract only shows `ok` in the body of a delete.
  if (isDelete && about.text === '') return
  const body = read(about)
  body.member('ok').equals(true)
  if (isDelete) return
  if (call.resource.isStore) assertConfig(context, call, body)
  else assertKv(context, call, body)
}

function assertKv(context: WalkContext, { step, resource, key }: EntryCall, body: Reader): void {
  const entries = context.state.namespaces.get(resource.entries.id)?.entries ?? new Map<string, Entry>()
  if (step.do === 'list') {
    assertKeys(context, entries, body.member('keys'))
    return
  }
  body.member('key').equals(key)
  const entry = entries.get(key)
  if (entry === undefined) return
  assertExpiry(context, entries, body)
  if (step.do === 'get') {
    body.member('value').equalsJson(entry.text)
    assertTtl(context, entry, body)
    // If the TTL was raised, it doesn't have to be returned.
  } else if (step.do === 'put' && step.ttlSeconds >= TTL_MIN_S)
    body.member('ttlSeconds').equals(step.ttlSeconds)
}

/** Compares `expiresAt` as precisely as we know the service's time, and copies it to the model. */
function assertExpiry({ tolerance }: WalkContext, entries: Map<string, Entry>, body: Reader): void {
  const key = body.member('key').string()
  const entry = entries.get(key)
  const expiresAt = body.member('expiresAt').integer()
  if (entry === undefined) return
  const isNew = body.about.request.method === 'PUT'
  const isInTime = isNew ? Math.abs(expiresAt - entry.expiresAt) <= tolerance : expiresAt === entry.expiresAt
  expectThat(isInTime, `expiresAt of ${entry.expiresAt}`, `${expiresAt}`, body.about)
  if (isNew && tolerance > 0) entries.set(key, { ...entry, expiresAt })
}

/** Compares `ttlSeconds` in a read or list. Depending on the service, it's the whole TTL or what's left of it. */
function assertTtl(
  { learned, state, tolerance }: WalkContext,
  { ttlSeconds, expiresAt }: Entry,
  body: Reader,
): void {
  const left = (expiresAt - state.clock.now) / 1000
  const { readTtl } = learned
  if (readTtl === 'remaining' && tolerance === 0) body.member('ttlSeconds').equals(Math.ceil(left))
  else if (readTtl === 'remaining-floor') body.member('ttlSeconds').equals(Math.floor(left))
  else if (readTtl === 'original') body.member('ttlSeconds').equals(ttlSeconds)
  else body.member('ttlSeconds').integer()
}

function assertKeys(context: WalkContext, entries: Map<string, Entry>, keys: Reader): void {
  expectSame(keys, [...entries.keys()])
  for (const [key, entry] of entries) {
    const item = keys.entry(key)
    if (item === undefined) continue
    assertExpiry(context, entries, item)
    assertTtl(context, entry, item)
    const iso = item.member('expiresAtIso').instant({ milliseconds: true })
    // Beyond the last four-digit year, the text may be anything.
    expectThat(iso === item.member('expiresAt').integer(), 'the same time as expiresAt', `${iso}`, item.about)
    assertCreation(context, entry, item)
  }
}

/** Compares `createdAt`, which may have no milliseconds. After an upsert, we only know it if the service keeps it. */
function assertCreation({ learned, tolerance }: WalkContext, entry: Entry, item: Reader): void {
  const createdAt = item.member('createdAt').instant()
  if (learned.createdAtOnUpsert === undefined || tolerance > 0) return
  const isSame = Math.abs(createdAt - entry.createdAt) < 1000
  expectThat(isSame, `createdAt of ${isoOf(entry.createdAt)}`, isoOf(createdAt), item.about)
}

function assertConfig(
  { state, tolerance }: WalkContext,
  { step, resource, key }: EntryCall,
  body: Reader,
): void {
  const entries: ModelStore['entries'] = state.stores.get(resource.entries.id)?.entries ?? new Map()
  const isPut = step.do === 'put'
  const hold = (name: string, item: Reader): void => {
    const entry = entries.get(name)
    if (entry === undefined) return
    item.member('key').equals(name)
    if (!isPut) item.member('value').equalsJson(entry.text)
    const updatedAt = item.member('updatedAt').instant({ milliseconds: true })
    const isInTime = Math.abs(updatedAt - entry.updatedAt) <= (isPut ? tolerance : 0)
    expectThat(isInTime, `updatedAt of ${isoOf(entry.updatedAt)}`, isoOf(updatedAt), body.about)
    if (isPut) entries.set(name, { ...entry, updatedAt })
  }
  if (step.do !== 'list') {
    hold(key, body)
    return
  }
  const configs = body.member('configs')
  for (const name of expectSame(configs, [...entries.keys()])) hold(name, configs.entry(name) ?? configs)
}

/** Expects items with these keys, in any order. Returns the keys in the order of the items. */
function expectSame(items: Reader, expected: readonly string[]): readonly string[] {
  const names = items.items().map((item) => item.member('key').string())
  const [seen, wanted] = [names, expected].map((some) => [...some].sort().join(', '))
  expectThat(seen === wanted, `the keys ${wanted || '(none)'}`, seen || '(none)', items.about)
  return names
}

const COUNTERS = ['reads', 'writes', 'deletes', 'lists'] as const
const LIMITS = ['reads', 'writes', 'lists', 'storageBytes'] as const

export function assertUsage(
  { learned, tolerance }: WalkContext,
  answer: ModelAnswer,
  about: HttpExchange,
): void {
  const body = read(about)
  body.member('ok').equals(true)
  const model = Object(answer.json)
  body.member('namespaceId').equals(model.namespaceId)
  for (const name of LIMITS) body.member('limits').member(name).equals(model.limits[name])
  const monthKey = body.member('monthKey').string()
  // If we don't know the exact time, the month may have ended in the meantime.
  if (tolerance > 0 && monthKey !== model.monthKey) return
  body.member('monthKey').equals(model.monthKey)
  for (const name of COUNTERS) {
    const count = body.member('usage').member(name).integer()
    expectThat(count === model.usage[name], `${name} of ${model.usage[name]}`, `${count}`, about)
  }
  const stored = body.member('usage').member('storageBytes').integer()
  if (learned.storageOf === undefined) return
  const { storageBytes } = model.usage
  expectThat(stored === storageBytes, `storageBytes of ${storageBytes}`, `${stored}`, about)
}
