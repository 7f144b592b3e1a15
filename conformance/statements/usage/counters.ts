import { expectSuccess, expectThat, read } from '../../check.js'
import type { HttpExchange } from '../../http-client.js'
import type { KvEntries } from '../../session.js'

export const COUNTERS = ['reads', 'writes', 'deletes', 'lists', 'storageBytes'] as const
export type Counter = (typeof COUNTERS)[number]

export interface Counted {
  readonly counters: Readonly<Record<Counter, number>>
  readonly report: HttpExchange
}

export async function countersOf(kv: KvEntries): Promise<Counted> {
  const report = expectSuccess(await kv.usage())
  const usage = read(report).member('usage')
  const entries = COUNTERS.map((name) => [name, usage.member(name).integer()] as const)
  return { counters: Object.fromEntries(entries) as Record<Counter, number>, report }
}

/** By how much a counter may change. A number must match exactly, and "maybe one" means 0 or 1. */
export type CounterMove = number | 'maybe one' | 'more' | 'less' | 'any'

/** The expected changes. Other counters have to stay the same. */
export type Moves = Readonly<Partial<Record<Counter, CounterMove>>>

const fits = (move: CounterMove, by: number): boolean => {
  if (typeof move === 'number') return by === move
  if (move === 'any') return true
  if (move === 'maybe one') return by === 0 || by === 1
  return move === 'more' ? by > 0 : by < 0
}

const inWords = (move: CounterMove): string => `by ${move}`

/** Expects these changes from one report to the next. */
export function expectMoves(before: Counted, after: Counted, moves: Moves): void {
  for (const name of COUNTERS) {
    const move = moves[name] ?? 0
    const by = after.counters[name] - before.counters[name]
    expectThat(fits(move, by), `${name} to change ${inWords(move)}`, `by ${by}`, after.report)
  }
}

/** Expects a namespace's counters to change like this during `work`, and returns its result. */
export async function expectMovesDuring<T>(kv: KvEntries, moves: Moves, work: () => Promise<T>): Promise<T> {
  const before = await countersOf(kv)
  const result = await work()
  expectMoves(before, await countersOf(kv), moves)
  return result
}

/** Returns how much a counter grew during `work`, and the report that shows it. */
export async function growth(kv: KvEntries, name: Counter, work: () => Promise<unknown>) {
  const { counters: before } = await countersOf(kv)
  await work()
  const { counters, report } = await countersOf(kv)
  return { grown: counters[name] - before[name], report }
}

export function nextMonth(instant: number): number {
  const date = new Date(instant)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

export const monthKeyOf = (instant: number): string => new Date(instant).toISOString().slice(0, 7)
