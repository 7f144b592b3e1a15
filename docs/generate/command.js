import { code } from './markdown.js'
import { emulatorPrints } from './program.js'

/** The page of the command line: what each `--help --all` prints. */
export function commandPage(folder) {
  const own = emulatorPrints(folder, '--help', '--all')
  const [, commands = ''] = /^Commands:\n((?: {2}.*\n)+)/m.exec(own) ?? []
  const names = [...commands.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name)
  const parts = names.map(
    (name) => `## emulator ${name}\n\n${code('text', emulatorPrints(folder, name, '--help', '--all'))}`,
  )
  return [HEAD, code('text', own), ...parts].join('\n')
}

const HEAD = `# The command line

\`emulator\` and \`tristore-emulator\` are [two names for one command](../index.md#npx-emulator-and-npx-tristore-emulator).
This is what it says of itself.
`
