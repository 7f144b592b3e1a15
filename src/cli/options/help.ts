import { aligned } from '../output/format.js'
import type { Command } from './command.js'
import { commands } from './commands.js'
import { commonOptions, type Option, type Options } from './options.js'

const ENVIRONMENT = `Every option but the last two is an environment variable too, which the command line wins over:
--db-port is EMULATOR_DB_PORT; lists are comma-separated; 1 and true, 0 and false switch.`

/** What `emulator --help` and `emulator COMMAND --help` print. */
export function helpText(command: Command): string {
  const isMain = command.name === ''
  const options = { ...command.options, ...commonOptions }
  const lines = [
    `Usage: ${called(command)} [options]`,
    '',
    ...(isMain ? commandList() : [`  ${command.help}`]),
    '',
    'Options:',
    ...optionList(options),
    ...(isMain ? ['', ENVIRONMENT] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** The command as it is typed, without options. */
function called({ name, args }: Command): string {
  const shownArgs = args.replace('<...files>', 'FILE...').replace('[file]', '[FILE]')
  return ['emulator', name, shownArgs].filter((part) => part !== '').join(' ')
}

function commandList(): string[] {
  return ['Commands:', ...aligned(commands.map((command) => [called(command), command.help]))]
}

function optionList(options: Options): string[] {
  return aligned(Object.entries(options).map(([name, option]) => [written(name, option), described(option)]))
}

function written(name: string, { kind }: Option): string {
  if (kind.takes === 'none') return `--${name}`
  return kind.takes === 'optional' ? `--${name} [${kind.shown}]` : `--${name} ${kind.shown}`
}

const described = ({ help, initially }: Option): string =>
  initially === undefined ? help : `${help} (${initially})`
