import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compared, keptBundle } from './compared.js'
import type { Program } from './program.js'
import type { Kept } from './run.js'

const pathOf = ({ topic }: Program): string => join(import.meta.dirname, 'kept', `${topic}.json`)

export const read = (program: Program): Kept => JSON.parse(readFileSync(pathOf(program), 'utf8')) as Kept

/** Writes what came of a program, one line per answer, request and record. */
export function write(program: Program, kept: Kept): void {
  const { answers, worlds } = compared(kept, program.way)
  const whole = Object.entries(worlds).map(([name, world]) => [
    name,
    { ...world, bundle: keptBundle(kept.worlds[name]?.bundle) },
  ])
  writeFileSync(pathOf(program), `${spread({ answers, worlds: Object.fromEntries(whole) }, 5)}\n`)
}

export const linesOf = (program: Program, kept: Kept): string[] =>
  spread(compared(kept, program.way), 5).split('\n')

/** Members that get one line per item. */
const LISTS = new Set(['answers', 'journal', 'har', 'commands'])

/** JSON with one line per member, down to a depth. */
function spread(value: unknown, depth: number, name = ''): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return JSON.stringify(value)
  const below = LISTS.has(name) ? 0 : depth - 1
  if (Array.isArray(value)) return `[\n${value.map((item) => spread(item, below)).join(',\n')}\n]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{\n${members.map(([key, member]) => `${JSON.stringify(key)}: ${spread(member, below, key)}`).join(',\n')}\n}`
}
