import { nearest } from '../../core/nearest.js'
import { BUNDLE_SUFFIX } from '../../history/bundle/format.js'
import { OFF, ON } from '../../server/options/kinds.js'
import { Failure } from '../failure.js'

import { allOptions, type CliCommand, commands } from './commands.js'
import { commonOptions, type Option } from './options.js'
import type { CommandInput } from './values.js'

/** A command to run, or what was asked for in its place. */
export type Invocation =
  | { readonly command: CliCommand; readonly call: CommandInput }
  /** `showsAll`: whether help shows the options that few need, too. */
  | { readonly helpOn: string; readonly showsAll: boolean }
  | 'version'

/**
 * Finds out which command is called, with what.
 *
 * @param argv the arguments alone, without node and script
 * @throws Failure for an unknown command, option or argument, and for one that is missing
 */
export function parse(argv: readonly string[]): Invocation {
  const [first = ''] = argv
  if (first === 'help') return parse(helpFor(argv.slice(1)))
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const own = argv.slice(0, end)
  const behind = argv.slice(end + 1)
  if (own.some((word) => /^(?:-h|--help)(?:=|$)/.test(word))) {
    const helpOn = commands.find(({ name }) => name !== '' && own.includes(name))?.name ?? ''
    return { helpOn, showsAll: own.includes(ALL) }
  }
  const { given, words, missing } = readArguments(own)
  const { command, args } = named([...words, ...behind])
  for (const name of given.keys()) {
    if (!Object.hasOwn(command.options, name) && !Object.hasOwn(commonOptions, name))
      throw misplaced(name, command)
  }
  if (missing[0] !== undefined) throw missing[0]
  if (given.has('version')) return 'version'
  if (command.runsCommand !== true) {
    assertArguments(args, command)
    return { command, call: { args, given, command: [] } }
  }
  assertArguments(args.slice(0, args.length - behind.length), command)
  return { command, call: { args: [], given, command: behind } }
}

/** With `--help`: shows every option. */
const ALL = '--all'

/** `help check` asks for what `check --help` does. @throws Failure for a command that there is not */
function helpFor(args: readonly string[]): string[] {
  const name = args.find((argument) => argument !== ALL)
  if (name !== undefined && !commands.some((command) => command.name === name)) throw unknownCommand(name)
  return [...args, '--help']
}

/** The arguments before `--`. */
interface Arguments {
  /** The texts of options, by name. */
  readonly given: ReadonlyMap<string, readonly string[]>
  /** The arguments that are not options. */
  readonly words: readonly string[]
  /** Options without the value that they need. */
  readonly missing: readonly Failure[]
}

function readArguments(argv: readonly string[]): Arguments {
  const given = new Map<string, string[]>()
  const words: string[] = []
  const missing: Failure[] = []
  for (let at = 0; at < argv.length; at++) {
    const argument = inFull(argv[at] ?? '')
    // After a command a dash alone is standard input.
    if (!argument.startsWith('-') || (argument === '-' && words.length > 0)) {
      words.push(argument)
      continue
    }
    const { name, option, text } = optionIn(argument)
    const next = argv[at + 1]
    // No option begins with a digit: `--expires-in -1h`.
    const isNextText = option.kind.takes !== 'none' && next !== undefined && !/^-\D/.test(next)
    if (text === undefined && isNextText) at++
    const value = text ?? (isNextText ? next : undefined)
    if (value === undefined && !canBeBare(option)) missing.push(missingValue(name, option))
    given.set(name, [...(given.get(name) ?? []), value ?? ON])
  }
  return { given, words, missing }
}

/** An option of one letter under its name: `-p` and `-p=5000` for `--port`. */
function inFull(argument: string): string {
  const [, letter, rest = ''] = /^-([a-z])(=.*)?$/s.exec(argument) ?? []
  const found = Object.entries(allOptions).find(([, { short }]) => letter !== undefined && short === letter)
  return found === undefined ? argument : `--${found[0]}${rest}`
}

/** The option that an argument names, with the text after its equals sign. @throws Failure if it names none */
function optionIn(argument: string): { name: string; option: Option; text: string | undefined } {
  const [, name = '', text] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? []
  const option = optionNamed(name)
  if (option !== undefined) {
    if (text === '') throw missingValue(name, option)
    return { name, option, text }
  }
  const positive = name.replace(/^no-/, '')
  const negated = optionNamed(positive)
  if (negated === undefined || !canBeBare(negated)) throw unknownOption(name === '' ? argument : `--${name}`)
  if (text !== undefined) throw new Failure(`--${name} takes no value: leave "=${text}" out`)
  return { name: positive, option: negated, text: OFF }
}

const optionNamed = (name: string): Option | undefined =>
  Object.hasOwn(allOptions, name) ? allOptions[name] : undefined

const canBeBare = ({ kind }: Option): boolean => kind.takes === 'none' || kind.takes === 'optional'

/** The command that the first word names, and the other words; without a name the one that has none. */
function named([first, ...rest]: readonly string[]): { command: CliCommand; args: readonly string[] } {
  const found = commands.find(({ name }) => name !== '' && name === first)
  if (found !== undefined) return { command: found, args: rest }
  const [command] = commands
  return { command, args: first === undefined ? [] : [first, ...rest] }
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
  if (word === 'conform' || word === 'probe') {
    return new Failure(
      `unknown command ${quoted}: the package tristore-conform, in conformance/ of the repository, has it`,
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
