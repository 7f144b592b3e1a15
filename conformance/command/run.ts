import { AdminRefusal } from '../emulator/admin.js'
import packageFile from '../package.json' with { type: 'json' }
import { conform } from './conform.js'
import type { Host } from './host.js'
import type { CommandOptions } from './options.js'
import { printableLines } from './printable.js'
import { probe } from './probe.js'
import { conformOptions, probeOptions } from './service-options.js'
import { statements } from './statements.js'
import { CannotRun, COULD_NOT_RUN } from './status.js'

interface Command {
  readonly help: string
  readonly options: CommandOptions
  /** @returns the exit status */
  run(argv: readonly string[], host: Host): Promise<number>
}

const CONFORM: Command = {
  help: "Tries the contract's statements on a service. For an emulator, the address is enough.",
  options: conformOptions,
  run: conform,
}

const NAMED: ReadonlyMap<string, Command> = new Map([
  [
    'probe',
    {
      help: "Finds out how a service fills the contract's gaps, and prints it as a profile for the emulator.",
      options: probeOptions,
      run: probe,
    },
  ],
  [
    'statements',
    {
      help: "Prints the contract's statements as JSON, without connecting to a service.",
      options: {},
      run: statements,
    },
  ],
])

/**
 * @param argv without node and the script
 * @returns the exit status
 */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  const [name = ''] = argv
  const named = NAMED.get(name)
  const [command, args] = named === undefined ? [CONFORM, argv] : [named, argv.slice(1)]
  if (args.some((word) => word === '--help' || word === '-h')) {
    host.out.write(helpOf(command, named === undefined ? '' : name))
    return 0
  }
  if (args.includes('--version')) {
    host.out.write(`${packageFile.name} ${packageFile.version}\n`)
    return 0
  }
  try {
    return await command.run(args, host)
  } catch (error) {
    if (!(error instanceof CannotRun || error instanceof AdminRefusal)) throw error
    host.err.write(`${printableLines(error.message)}\n`)
    return COULD_NOT_RUN
  }
}

function helpOf({ help, options }: Command, name: string): string {
  const rows = Object.entries(options).map(([name, option]) => {
    const value = option.placeholder === '' ? '' : ` <${option.placeholder}>`
    return `  ${`--${name}${value}`.padEnd(28)}  ${option.help}`
  })
  const optional = [
    'Options (or environment variables, e.g. EMULATOR_BASE_URL for --base-url; lists are comma-separated):',
    ...rows,
    '',
  ]
  const lines = [
    `Usage: npx ${packageFile.name} ${name === '' ? '[command]' : name} [options]`,
    '',
    help,
    '',
    ...(rows.length === 0 ? [] : optional),
    ...(name === '' ? [...NAMED].map(([other, { help }]) => `${other}: ${help}`) : []),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}
