import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** Where the examples are. */
export const EXAMPLES = resolve(import.meta.dirname, '../../examples')

/** The names of all examples. */
export const exampleNames = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

export function readExample(name: string, file: string): string {
  return readFileSync(join(EXAMPLES, name, file), 'utf8')
}

/** The files of an example that are kept, as paths in its folder, sorted. */
export function filesOf(name: string): string[] {
  const entries = readdirSync(join(EXAMPLES, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(join(EXAMPLES, name), join(entry.parentPath, entry.name)))
    .sort()
}

/** The command of an example's README, and the output that it shows. */
export function commandOf(name: string): { readonly command: string; readonly output: string } {
  const [, command, output] = /^```console\n\$ (.*)\n([^`]*)^```/m.exec(readExample(name, 'README.md')) ?? []
  if (command === undefined || output === undefined)
    throw new Error(`examples/${name}/README.md has no command`)
  return { command, output: output.trim() }
}

/** Matches an output that is shown, where an ellipsis stands for anything. */
export function patternOf(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`)
}

/** The environment for a test run within this one, which does not know of it. */
export function outerEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$|TEST$)/.test(name))
  return { ...Object.fromEntries(entries), NO_COLOR: '1' }
}
