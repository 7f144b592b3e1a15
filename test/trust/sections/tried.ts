import { type Failure, inAll, type Tried } from '../record.js'
import { table } from './table.js'

/** Inputs that nobody means. */
export function fuzzed(record: readonly Tried[]): string {
  const last = record.at(-1)
  const all = inAll(record).fuzz
  const sum = (inputs: Readonly<Record<string, number>>) => Object.values(inputs).reduce((a, b) => a + b, 0)
  const rows = Object.entries(all).map(([what, inputs]) => [what, last?.fuzz[what] ?? 0, inputs])
  return `## Fuzzing

Random input from a seed that stays and one that is new each time; what fails is made small.

${table(['what', `at ${last?.commit ?? 'no commit'}`, 'in all'], [...rows, ['together', sum(last?.fuzz ?? {}), sum(all)]])}`
}

const DAY_MS = 24 * 3600 * 1000

/** What random input found, and how old the last of it was on the day of the last run or of that failure. */
export function failures(found: readonly Failure[], record: readonly Tried[]): string {
  const latest = newest(found)
  const asOf = newest([...found, ...record])
  const days = (Date.parse(asOf) - Date.parse(latest)) / DAY_MS
  return `## Failures found

The last failure that random input or a catalogue of hostile input found is of ${latest}: ${days} days old when this was written, on
${asOf}. Failures before this list was begun stand in it as far as the history of the repository tells them.

${table(
  ['date', 'found by', 'what', 'held by'],
  found.map(({ date, by, what, held }) => [date, by, what, `\`${held}\``]),
)}`
}

const newest = (dated: readonly { readonly date: string }[]): string =>
  dated
    .map(({ date }) => date)
    .sort()
    .at(-1) ?? 'never'
