import { code } from './markdown.js'
import { emulatorPrints } from './program.js'

/** The page of the command line: what each `--help` prints. */
export function commandPage() {
  const own = emulatorPrints('--help')
  const names = [...own.matchAll(/^ {2}emulator ([a-z]+)/gm)].map(([, name]) => name)
  const parts = [...new Set(names)].map(
    (name) => `## emulator ${name}\n\n${code('text', emulatorPrints(name, '--help'))}`,
  )
  return [HEAD, code('text', own), ...parts].join('\n')
}

const HEAD = `# The command line

\`emulator\` and \`tristore-emulator\` are [two names for one command](../getting-started.md#npx-emulator-and-npx-tristore-emulator).
This is what it says of itself.
`
