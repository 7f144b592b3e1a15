import { expectSuccess, expectValue, read, StatementSkip } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import type { Entries, KvEntries, Session } from '../session.js'
import { onBothSides, type Side } from './sides.js'
import { each, type Statement } from './statement.js'
import { countersOf, expectMovesDuring, type Moves } from './usage/counters.js'

/** Sizes above which services tend to store or send text differently. */
export const SIZES = {
  '4-kb': { what: 'more than 4 KB', length: 4500 },
  '64-kb': { what: 'more than 64 KB', length: 70_000 },
  '1-mb': { what: 'more than 1 MB', length: 1_060_000 },
} as const

/** Returns a text without repetitions. Cutting it at an arbitrary byte would usually split a character. */
export function longText(length: number): string {
  let text = ''
  for (let part = 0; text.length < length; part += 1) text += `${part}\u{1f600}\u6f22\u{1f680}\u00e9\u{1f600}`
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '.')
}

/** Values with more parts than services put in a page, row or argument list. */
const MANY_PARTS = {
  items: Array.from({ length: 1500 }, (_, index) => index),
  members: Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`m${index}`, [index]])),
}

/** Expects a put to succeed. Skips the statement if the service refuses the value, since the contract has no sizes. */
function taken(put: HttpExchange): HttpExchange {
  if (put.status >= 400 && put.status < 500) throw new StatementSkip(`it is refused with ${put.status}`)
  return expectSuccess(put)
}

/** Makes a call, and expects a namespace's counters to change like this. Stores don't have counters. */
const counting = <T>(kv: KvEntries | undefined, moves: Moves, call: () => Promise<T>): Promise<T> =>
  kv === undefined ? call() : expectMovesDuring(kv, moves, call)

/** Overwrites a small value with larger ones, and reads the last one in every possible way. */
async function expectWhole(
  { area, own }: Side,
  session: Session,
  key: string,
  values: readonly unknown[],
): Promise<void> {
  const entries: Entries = own(session)
  const kv = area === 'kv' && session.subject.bearer !== undefined ? session.kv : undefined
  const before = kv && (await countersOf(kv))
  await counting(kv, { writes: 1, storageBytes: 'more' }, async () => taken(await entries.set(key, 0)))
  for (const value of values) {
    await counting(kv, { writes: 1, storageBytes: 'more' }, async () => taken(await entries.set(key, value)))
  }
  const text = JSON.stringify(values.at(-1))
  expectValue(await counting(kv, { reads: 1 }, () => entries.get(key)), text)
  if (area === 'config') {
    const list = expectSuccess(await entries.list())
    read(list).member('configs').theEntry(key).member('value').equalsJson(text)
  } else if (kv !== undefined) await counting(kv, { lists: 1 }, () => entries.list())
  await counting(kv, { deletes: 1, storageBytes: 'less' }, async () =>
    expectSuccess(await entries.delete(key)),
  )
  const after = kv && (await countersOf(kv))
  if (before === undefined || after === undefined) return
  read(after.report).member('usage').member('storageBytes').equals(before.counters.storageBytes)
}

export const sizeStatements: readonly Statement[] = onBothSides('Resources', (side) => ({
  ...each(Object.entries(SIZES), ([id, { what, length }]) => ({
    [`${side.area}.size.${id}`]: {
      text: `A text of ${what} isn't truncated, and takes up more storage than a shorter one. Each call counts once.`,
      check: (session, key) =>
        expectWhole(side, session, key, [longText(Math.floor(length / 2)), longText(length)]),
    },
  })),
  ...each(Object.entries(MANY_PARTS), ([parts, value]) => ({
    [`${side.area}.size.many-${parts}`]: {
      text: `A value with more than a thousand ${parts} isn't truncated. Each call counts once.`,
      check: (session, key) => expectWhole(side, session, key, [value]),
    },
  })),
}))
