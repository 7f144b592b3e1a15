import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** The folder of the examples. */
export const EXAMPLES = resolve(import.meta.dirname, '../../examples')

/** The names of all examples. */
export const exampleNames = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

export function readExample(name: string, file: string): string {
  return readFileSync(join(EXAMPLES, name, file), 'utf8')
}

/** The files of an example that are in the repository, as paths in its folder, sorted. */
export function filesOf(name: string): string[] {
  const entries = readdirSync(join(EXAMPLES, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(join(EXAMPLES, name), join(entry.parentPath, entry.name)))
    .sort()
}

/** A command, and the output that is shown under it. */
export interface Shown {
  readonly command: string
  readonly output: string
}

/** The commands of an example's README. */
export function commandsOf(name: string): Shown[] {
  const blocks = readExample(name, 'README.md').matchAll(/^```console\n\$ (.*)\n([^`]*)^```/gm)
  return [...blocks].map(([, command = '', output = '']) => ({ command, output: output.trim() }))
}

/** The first command of an example's README. */
export function commandOf(name: string): Shown {
  const [first] = commandsOf(name)
  if (first === undefined) throw new Error(`examples/${name}/README.md has no command`)
  return first
}

/** Returns a pattern for an output, in which an ellipsis matches anything. */
export function patternOf(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`)
}

/** The environment of this process without the variables of its test run, for a test run of its own. */
export function outerEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$|TEST$)/.test(name))
  return { ...Object.fromEntries(entries), NO_COLOR: '1' }
}
