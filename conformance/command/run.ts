import { printableLines } from '../../src/core/printable.js'
import packageFile from '../package.json' with { type: 'json' }
import { conform } from './conform.js'
import type { Host } from './host.js'
import type { Options } from './options.js'
import { probe } from './probe.js'
import { conformOptions, probeOptions } from './service-options.js'
import { CannotRun, COULD_NOT_RUN } from './status.js'

interface Command {
  readonly usage: string
  readonly help: string
  readonly options: Options
  /** @returns the exit status */
  run(argv: readonly string[], host: Host): Promise<number>
}

const CONFORM: Command = {
  usage: 'npx tristore-conform',
  help: "Tries the contract's statements on a service; an emulator needs its address alone.",
  options: conformOptions,
  run: conform,
}

const PROBE: Command = {
  usage: 'npx tristore-conform probe',
  help: "Writes how a service fills the contract's gaps as a profile of the emulator.",
  options: probeOptions,
  run: probe,
}

/**
 * Runs the command line.
 *
 * @param argv the arguments alone, without node and script
 * @returns the exit status
 */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  const [command, args] = argv[0] === 'probe' ? [PROBE, argv.slice(1)] : [CONFORM, argv]
  if (args.some((word) => word === '--help' || word === '-h')) {
    host.out.write(helpOf(command))
    return 0
  }
  if (args.includes('--version')) {
    host.out.write(`${packageFile.name} ${packageFile.version}\n`)
    return 0
  }
  try {
    return await command.run(args, host)
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    host.err.write(`${printableLines(error.message)}\n`)
    return COULD_NOT_RUN
  }
}

function helpOf({ usage, help, options }: Command): string {
  const rows = Object.entries(options).map(([name, option]) => {
    const value = option.placeholder === '' ? '' : ` <${option.placeholder}>`
    return `  ${`--${name}${value}`.padEnd(28)}  ${option.help}`
  })
  const lines = [
    `Usage: ${usage} --base-url URL [options]`,
    '',
    help,
    '',
    'Options (--base-url is EMULATOR_BASE_URL in the environment, and so on; lists are comma-separated):',
    ...rows,
    '',
    `See also: ${usage === PROBE.usage ? CONFORM.usage : PROBE.usage} --help`,
  ]
  return `${lines.join('\n')}\n`
}
