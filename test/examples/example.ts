import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const EXAMPLES = resolve(import.meta.dirname, '../../examples')

export const exampleNames = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

export function readExample(name: string, file: string): string {
  return readFileSync(join(EXAMPLES, name, file), 'utf8')
}

/** The files that are in the repository, as sorted paths in the example's folder. */
export function filesOf(name: string): string[] {
  const entries = readdirSync(join(EXAMPLES, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(join(EXAMPLES, name), join(entry.parentPath, entry.name)))
    .sort()
}

export interface Shown {
  readonly command: string
  readonly output: string
}

/** The commands in an example's README. */
export function commandsOf(name: string): Shown[] {
  const blocks = readExample(name, 'README.md').matchAll(/^```console\n\$ (.*)\n([^`]*)^```/gm)
  return [...blocks].map(([, command = '', output = '']) => ({ command, output: output.trim() }))
}

export function commandOf(name: string): Shown {
  const [first] = commandsOf(name)
  if (first === undefined) throw new Error(`examples/${name}/README.md has no command`)
  return first
}

/** An ellipsis in the output matches anything. */
export function patternOf(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`)
}

/** This process's environment without the variables of its test run, so that it can start another one. */
export function outerEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$|TEST$)/.test(name))
  return { ...Object.fromEntries(entries), NO_COLOR: '1' }
}
