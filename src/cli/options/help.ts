import { type CAC, cac } from 'cac'
import { aligned } from '../output/format.js'
import { type CliCommand, commandLine, commands } from './commands.js'
import { commonOptions, type Option } from './options.js'

type HelpSection = Parameters<NonNullable<Parameters<CAC['help']>[0]>>[0][number]

const ENVIRONMENT = `\`npx tristore-emulator help COMMAND\` shows the options of a command.
Each option except the last two can also be set by an environment variable, e.g. EMULATOR_DB_PORT for --db-port;
the command line takes precedence. Lists are comma-separated; switches take 1 or true, 0 or false.`

/**
 * @param name the command's name, or empty for the default command, whose help lists all other commands
 * @param showsAll whether to include rarely used options
 */
export function printHelp(name: string, showsAll: boolean): void {
  const cli = cac(commandLine(''))
  cli.option('-v, --version', commonOptions.version.help)
  for (const command of commands) declare(command, cli, showsAll)
  const [start] = commands
  const command = commands.find((one) => one.name === name) ?? start
  cli.help((sections) => helpSections(sections, command, showsAll))
  cli.parse(['node', 'emulator', ...(name === '' ? [] : [name]), '--help'], { run: false })
}

function declare(command: CliCommand, cli: CAC, showsAll: boolean): void {
  const { name, args, help, options, runsCommand } = command
  const rawName = `${name} ${args}`.trim()
  const behind = runsCommand === true ? ' -- COMMAND ...' : ''
  const declared = cli.command(rawName, help).usage(`${rawName} [options]${behind}`.trim())
  for (const [optionName, option] of Object.entries(options)) {
    if (showsAll || isUsual(optionName, command))
      declared.option(rawOption(optionName, option), description(option))
  }
}

const isUsual = (option: string, { usual }: CliCommand): boolean => usual?.includes(option) !== false

/** Formats an option in cac's notation, e.g. `--watch`, `--grease [N]` or `--port <N>`. */
function rawOption(name: string, { kind, short }: Option): string {
  const spelt = short === undefined ? `--${name}` : `-${short}, --${name}`
  if (kind.takes === 'none') return spelt
  return kind.takes === 'optional' ? `${spelt} [${kind.placeholder}]` : `${spelt} <${kind.placeholder}>`
}

const description = ({ help, initially }: Option): string =>
  initially === undefined ? help : `${help} (${initially})`

/** Keeps the useful sections of cac's help, and adds our own. */
function helpSections(
  sections: readonly HelpSection[],
  command: CliCommand,
  showsAll: boolean,
): HelpSection[] {
  const { name, help, options, examples } = command
  const section = (title: string): HelpSection[] =>
    sections
      .filter((one) => one.title === title)
      // Remove the line for the default command, and the space that cac leaves for default values.
      .map(({ body }) => body.replace(/^ {3}.*\n/m, '').replace(/ +$/gm, ''))
      .map((body) => ({ title, body: body.replace('Display this message', commonOptions.help.help) }))
  const lines = examples.map(([args, purpose]) => [commandLine(args), purpose] as const)
  const hidden = showsAll ? 0 : Object.keys(options).filter((option) => !isUsual(option, command)).length
  return [
    ...section('Usage'),
    { body: `  ${help}` },
    ...section('Commands'),
    ...section('Options'),
    ...(hidden === 0
      ? []
      : [
          {
            body: `${hidden} more options: ${commandLine(['help', name, '--all'].filter(Boolean).join(' '))}`,
          },
        ]),
    { title: 'Examples', body: aligned(lines).join('\n') },
    ...(name === '' ? [{ body: ENVIRONMENT }] : []),
  ]
}
