import type { CAC } from 'cac'
import { nearest } from '../../core/nearest.js'
import { BUNDLE_SUFFIX } from '../../history/bundle/format.js'
import { OFF, ON } from '../../server/options/kinds.js'
import { Failure } from '../failure.js'
import type { CliCommand, CommandInput } from './command.js'
import { asksHelp, commandLine } from './command-line.js'
import { allOptions, commands } from './commands.js'
import { commonOptions, type Option } from './options.js'
import { readTexts } from './values.js'

/** A command to run, or what was asked for in its place; help has been printed by then. */
export type Invocation = { readonly command: CliCommand; readonly call: CommandInput } | 'help' | 'version'

/**
 * Finds out which command is called, with what.
 *
 * @param argv the arguments alone, without node and script
 * @throws Failure for an unknown command, option or argument, and for one that is missing
 */
export function parse(argv: readonly string[]): Invocation {
  const [first = ''] = argv
  if (first === 'help') return parse(helpFor(argv.slice(1)))
  // Before its options are read, which are unknown here.
  if (MOVED.has(first)) throw unknownCommand(first)
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const own = argv.slice(0, end)
  const showsAll = asksHelp(own) && own.includes(ALL)
  const typed = acceptable(own.filter((argument) => !showsAll || argument !== ALL).map(inFull))
  const { cli, commands: declared } = commandLine(typed, showsAll)
  cli.parse(['node', 'emulator', ...typed, ...argv.slice(end)], { run: false })
  const found = cli.matchedCommand && declared.get(cli.matchedCommand)
  if (found === undefined) return 'help'
  const behind = argv.slice(end + 1)
  const { command, args } = named(found, [...cli.args.map(String), ...behind])
  const given = givenOptions(cli, command, typed)
  if (cli.options.version === true) return 'version'
  if (command.runsCommand !== true) {
    assertArguments(args, command)
    return { command, call: { args, given, command: [] } }
  }
  assertArguments(args.slice(0, args.length - behind.length), command)
  return { command, call: { args: [], given, command: behind } }
}

/** Commands of the package tristore-conform. */
const MOVED: ReadonlyMap<string, string> = new Map([
  ['conform', 'npx tristore-conform'],
  ['probe', 'npx tristore-conform probe'],
])

/** With `--help`: shows every option. */
const ALL = '--all'

/** `help check` asks for what `check --help` does. @throws Failure for a command that there is not */
function helpFor(args: readonly string[]): string[] {
  const name = args.find((argument) => argument !== ALL)
  if (name !== undefined && !commands.some((command) => command.name === name)) throw unknownCommand(name)
  return [...args, '--help']
}

/** An option of one letter under its name: `-p` and `-p=5000` for `--port`. */
function inFull(argument: string): string {
  const [, letter, rest = ''] = /^-([a-z])(=.*)?$/s.exec(argument) ?? []
  const found = Object.entries(allOptions).find(([, { short }]) => letter !== undefined && short === letter)
  return found === undefined ? argument : `--${found[0]}${rest}`
}

/**
 * The arguments before `--`, each option known and written so that cac reads it right.
 *
 * @throws Failure for an unknown option, of which cac ignores some (--__proto__) and fails on others
 * (--port.x)
 */
function acceptable(argv: readonly string[]): string[] {
  const accepted: string[] = []
  for (const argument of argv) {
    const before = accepted.at(-1)
    // cac takes the value in `--expires-in -1h` for an option; no option of ours begins with a digit.
    if (/^-\d/.test(argument) && before !== undefined && awaitsValue(before)) {
      accepted[accepted.length - 1] = `${before}=${argument}`
    } else {
      accepted.push(argument.startsWith('-') ? acceptableOption(argument) : argument)
    }
  }
  return accepted
}

const awaitsValue = (argument: string): boolean => {
  const option = argument.startsWith('--') ? optionNamed(argument.slice(2)) : undefined
  return option !== undefined && option.kind.takes !== 'none'
}

function acceptableOption(argument: string): string {
  if (argument === '-h' || argument === '-v') return argument
  const [, name = '', value] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? []
  const option = optionNamed(name)
  if (option === undefined) {
    assertNegatable(name, value, argument)
    return argument
  }
  if (value === '') throw missingValue(name, option)
  // cac knows no value of a flag but true and false.
  const isSwitch = value !== undefined && option.kind.takes === 'none'
  return isSwitch ? `--${name}=${readTexts(`--${name}`, option, [value])}` : argument
}

/** @throws Failure for a name that is not `no-` and an option that can be switched off */
function assertNegatable(name: string, value: string | undefined, argument: string): void {
  const option = name.startsWith('no-') ? optionNamed(name.slice('no-'.length)) : undefined
  if (option === undefined || !canBeBare(option)) throw unknownOption(name === '' ? argument : `--${name}`)
  if (value !== undefined) throw new Failure(`--${name} takes no value: leave "=${value}" out`)
}

const optionNamed = (name: string): Option | undefined =>
  Object.hasOwn(allOptions, name) ? allOptions[name] : undefined

const canBeBare = ({ kind }: Option): boolean => kind.takes === 'none' || kind.takes === 'optional'

/**
 * The command that was named. cac finds none after a flag of another command, whose value it takes the name
 * for: `--freeze token`.
 */
function named(found: CliCommand, args: readonly string[]): { command: CliCommand; args: readonly string[] } {
  const [first, ...rest] = args
  const command = commands.find(({ name }) => name !== '' && name === first)
  if (found.name !== '' || command === undefined) return { command: found, args }
  return { command, args: rest }
}

/** The texts of the options that cac found, under the names that were typed. */
function givenOptions(
  { options }: CAC,
  command: CliCommand,
  typed: readonly string[],
): Map<string, string[]> {
  const given = new Map<string, string[]>()
  for (const [name, option] of Object.entries(allOptions)) {
    const found: unknown = options[name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())]
    if (found === undefined) continue
    if (!Object.hasOwn(command.options, name) && !Object.hasOwn(commonOptions, name))
      throw misplaced(name, command)
    given.set(name, textsOf(name, option, [found].flat(), typed))
  }
  return given
}

/** The texts of an option's values. */
function textsOf(
  name: string,
  option: Option,
  found: readonly unknown[],
  typed: readonly string[],
): string[] {
  const texts = typedTexts(name, typed)
  return found.map((value, index) => {
    if (value === true && !canBeBare(option)) throw missingValue(name, option)
    if (typeof value === 'boolean') return value ? ON : OFF
    // From the end: `--no-grease` makes cac drop the values before it.
    return texts.at(index - found.length) ?? String(value)
  })
}

/**
 * The texts after each mention of an option, as they were typed: cac makes 7 of 007, and 0 of an empty text.
 */
function typedTexts(name: string, typed: readonly string[]): string[] {
  return typed.flatMap((argument, index) => {
    if (argument === `--${name}`) return [typed[index + 1] ?? '']
    return argument.startsWith(`--${name}=`) ? [argument.slice(`--${name}=`.length)] : []
  })
}

function assertArguments(args: readonly string[], { name, args: expected, runsCommand }: CliCommand): void {
  const [first, second] = args
  if (runsCommand === true && first !== undefined) {
    throw new Failure(`write -- before the command: npx tristore-emulator ${name} -- ${args.join(' ')}`)
  }
  if (name === '' && first !== undefined) throw unknownCommand(first)
  const superfluous = expected === '' ? first : second
  if (superfluous !== undefined && !expected.includes('...')) {
    throw new Failure(`\`emulator ${name}\` has no use for ${JSON.stringify(superfluous)}: leave it out`)
  }
  if (expected.startsWith('<') && first === undefined)
    throw new Failure(`\`emulator ${name}\` needs a file: npx tristore-emulator ${name} fixtures.yaml`)
}

const missingValue = (name: string, { kind }: Option): Failure =>
  new Failure(`--${name} needs a value: --${name} ${kind.placeholder || ON}`)

/** An option that does not exist, with the one that was probably meant. */
function unknownOption(option: string): Failure {
  const meant = nearest(option.replace(/^-+/, ''), Object.keys(allOptions))
  const hint =
    meant === undefined ? '`npx tristore-emulator help --all` lists the options' : `did you mean --${meant}?`
  return new Failure(`unknown option ${option}: ${hint}`)
}

function misplaced(option: string, { name, options }: CliCommand): Failure {
  const owners = commands.filter(({ options }) => Object.hasOwn(options, option)).map((one) => one.name)
  const place = owners.includes('')
    ? 'it belongs to `emulator` without a command'
    : `it belongs to ${owners.map((owner) => `\`emulator ${owner}\``).join(' and ')}`
  const isAddress = (option === 'port' || option === 'host') && Object.hasOwn(options, 'url')
  const mend = isAddress ? '; name the emulator with --url http://127.0.0.1:4600' : ''
  return new Failure(`--${option} is not an option of \`${`emulator ${name}`.trim()}\`: ${place}${mend}`)
}

function unknownCommand(word: string): Failure {
  const quoted = JSON.stringify(word)
  const moved = MOVED.get(word)
  if (moved !== undefined) {
    return new Failure(
      `\`emulator ${word}\` is now \`${moved}\`, a package for those who can reach the service`,
    )
  }
  if (word.endsWith(BUNDLE_SUFFIX)) {
    return new Failure(
      `unknown command ${quoted}: to run this bundle again, write npx tristore-emulator replay ${word}`,
    )
  }
  if (/\.(?:ya?ml|json)$/i.test(word)) {
    return new Failure(
      `unknown command ${quoted}: to start with this seed, write npx tristore-emulator --seed ${word}`,
    )
  }
  const meant = nearest(
    word,
    commands.flatMap(({ name }) => name || []),
  )
  if (meant !== undefined) return new Failure(`unknown command ${quoted}: did you mean ${meant}?`)
  return new Failure(
    `unknown command ${quoted}: \`npx tristore-emulator\` alone starts it, \`npx tristore-emulator help\` lists the commands`,
  )
}
