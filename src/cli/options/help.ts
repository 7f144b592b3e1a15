import { type CAC, type Command as CacCommand, cac } from 'cac'
import { aligned } from '../output/format.js'
import type { CliCommand } from './command.js'
import { commands } from './commands.js'
import { commonOptions, type Option } from './options.js'

type HelpCallback = NonNullable<Parameters<CAC['help']>[0]>
type HelpSection = Parameters<HelpCallback>[0][number]

const ENVIRONMENT = `\`npx tristore-emulator help COMMAND\` shows the options of a command.
Each option except the last two can also be set by an environment variable; the command line wins.
For --db-port it is EMULATOR_DB_PORT. Lists are comma-separated; switches take 1 or true, 0 or false.`

/**
 * Prints the help of a command.
 *
 * @param name empty for the command without a name, whose help lists the others
 * @param showsAll whether it shows the options that few need, too
 */
export function printHelp(name: string, showsAll: boolean): void {
  const cli = cac('npx tristore-emulator')
  cli.option('-v, --version', commonOptions.version.help)
  const declared = new Map(commands.map((command) => [declare(command, cli, showsAll), command]))
  cli.help((sections) => helpSections(sections, cli.matchedCommand, declared))
  cli.parse(['node', 'emulator', ...(name === '' ? [] : [name]), '--help'], { run: false })
}

function declare(
  { name, args, help, options, usual, runsCommand }: CliCommand,
  cli: CAC,
  showsAll: boolean,
): CacCommand {
  const rawName = `${name} ${args}`.trim()
  const behind = runsCommand === true ? ' -- COMMAND ...' : ''
  const declared = cli.command(rawName, help).usage(`${rawName} [options]${behind}`.trim())
  for (const [optionName, option] of Object.entries(options)) {
    if (showsAll || usual?.includes(optionName) !== false)
      declared.option(rawOption(optionName, option), description(option))
  }
  return declared
}

/** An option as cac declares it: `--watch`, `--grease [N]`, `--port <N>`. */
function rawOption(name: string, { kind, short }: Option): string {
  const spelt = short === undefined ? `--${name}` : `-${short}, --${name}`
  if (kind.takes === 'none') return spelt
  return kind.takes === 'optional' ? `${spelt} [${kind.placeholder}]` : `${spelt} <${kind.placeholder}>`
}

const description = ({ help, initially }: Option): string =>
  initially === undefined ? help : `${help} (${initially})`

/** The sections of cac's help that are of use, with the command's own sentence. */
function helpSections(
  sections: readonly HelpSection[],
  matched: CacCommand | undefined,
  declared: ReadonlyMap<CacCommand, CliCommand>,
): HelpSection[] {
  const command = matched && declared.get(matched)
  const section = (name: string): HelpSection[] =>
    sections
      .filter(({ title }) => title === name)
      // Without the line of the command that has no name, and the space that cac leaves for a default.
      .map(({ body }) => ({ title: name, body: body.replace(/^ {3}.*\n/m, '').replace(/ +$/gm, '') }))
  return [
    ...section('Usage'),
    { body: `  ${command?.help ?? ''}` },
    ...section('Commands'),
    ...section('Options'),
    ...furtherOptions(command, matched),
    ...exampleSection(command),
    ...(command?.name === '' ? [{ body: ENVIRONMENT }] : []),
  ]
}

/** How to see the options that are not shown. */
function furtherOptions(command: CliCommand | undefined, matched: CacCommand | undefined): HelpSection[] {
  if (command === undefined || matched === undefined) return []
  const hidden = Object.keys(command.options).length - matched.options.length
  const ask = ['npx tristore-emulator help', command.name, '--all'].filter(Boolean).join(' ')
  return hidden === 0 ? [] : [{ body: `${hidden} more options: ${ask}` }]
}

/** Each example with what it is for, in two columns. */
function exampleSection({ examples = [] }: Partial<CliCommand> = {}): HelpSection[] {
  return examples.length === 0 ? [] : [{ title: 'Examples', body: aligned(examples).join('\n') }]
}
