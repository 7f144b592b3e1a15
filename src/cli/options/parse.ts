import { parseArgs } from 'node:util'
import { BUNDLE_SUFFIX } from '../../client/bundle-file.js'
import { nearest } from '../../core/nearest.js'
import { OFF, ON } from '../../server/options/option-values.js'
import { Failure } from '../failure.js'
import { allOptions, type CliCommand, commandLine, commands } from './commands.js'
import { commonOptions, type Option } from './options.js'
import type { CommandInput } from './values.js'

export type Invocation =
  | { readonly command: CliCommand; readonly call: CommandInput }
  /** `showsAll` says whether to include rarely used options. */
  | { readonly helpOn: string; readonly showsAll: boolean }
  | 'version'

/**
 * @param argv only the arguments, i.e. without the paths of Node and the script
 * @throws Failure if a command, option or argument is unknown or missing
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
  if (missing !== undefined) throw missing
  if (given.has('version')) return 'version'
  if (command.runsCommand !== true) {
    assertArguments(args, command)
    return { command, call: { args, given, command: [] } }
  }
  assertArguments(args.slice(0, args.length - behind.length), command)
  if (behind.length === 0)
    throw new Failure(`\`${command.name}\` needs a command: ${commandLine(command.name)} -- npm test`)
  return { command, call: { args: [], given, command: behind } }
}

/** Makes `--help` show all options. */
const ALL = '--all'

/** Treats `help check` like `check --help`. @throws Failure for an unknown command or option */
function helpFor(args: readonly string[]): string[] {
  const name = args.find((argument) => !argument.startsWith('-'))
  const unknown = args.find((one) => one.startsWith('--') && one !== ALL && !optionNamed(one.slice(2)))
  if (unknown !== undefined) throw unknownOption(unknown)
  if (name !== undefined && !commands.some((command) => command.name === name)) throw unknownCommand(name)
  return [...args, '--help']
}

/**
 * Reads the arguments before `--`. Returns an error as `missing` if any option lacks a value.
 *
 * @throws Failure if an option is unknown, or if there's nothing after its equals sign
 */
function readArguments(argv: readonly string[]) {
  const given = new Map<string, string[]>()
  const words: string[] = []
  let missing: Failure | undefined
  const args = argv.map(withLongName)
  const tokens = tokensOf(args)
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind === 'positional') {
      // After a command, a single dash stands for standard input.
      if (token.value === '-' && words.length === 0) throw unknownOption('-')
      words.push(token.value)
    }
    if (token?.kind !== 'option') continue
    const { name, option, text } = readOption(token, args[token.index] ?? '')
    const next = tokens[at + 1]
    const mayFollow = text === undefined && option.kind.takes === 'optional'
    const follows = mayFollow && next?.kind === 'positional' && next.index === token.index + 1
    if (follows) at++
    const value = follows ? next.value : text
    if (value === undefined && needsText(option)) missing ??= missingValue(name, option)
    given.set(name, [...(given.get(name) ?? []), value ?? ON])
  }
  return { given, words, missing }
}

const needsText = ({ kind }: Option): boolean => kind.takes === 'one' || kind.takes === 'list'

/** Options for `parseArgs`. Those with an optional value are boolean, or they'd take any argument that follows. */
const PARSED = Object.fromEntries(
  Object.entries(allOptions).map(([name, option]) => {
    const type = needsText(option) ? ('string' as const) : ('boolean' as const)
    return [name, option.short === undefined ? { type } : { type, short: option.short }]
  }),
)

/** Converts e.g. `-p=5000` to `--port=5000`. */
function withLongName(argument: string): string {
  const [, letter, rest = ''] = /^-([a-z])(=.*)$/s.exec(argument) ?? []
  const found = Object.entries(allOptions).find(([, { short }]) => letter !== undefined && short === letter)
  return found === undefined ? argument : `--${found[0]}${rest}`
}

const tokensOf = (args: string[]) => parseArgs({ args, options: PARSED, strict: false, tokens: true }).tokens

type OptionToken = Extract<ReturnType<typeof tokensOf>[number], { kind: 'option' }>

function readOption(
  { name, rawName, value, inlineValue }: OptionToken,
  word: string,
): { name: string; option: Option; text: string | undefined } {
  // Don't interpret `-port` as port "ort".
  if (!word.startsWith('--') && optionNamed(word.slice(1)) !== undefined) throw unknownOption(word)
  const option = optionNamed(name)
  if (option !== undefined) {
    if (value === '' && inlineValue === true) throw missingValue(name, option)
    // A value may start with a dash and a digit, as in `--expires-in -1h`, because no option starts with a digit.
    const isOption = inlineValue === false && value !== undefined && /^-\D/.test(value)
    return { name, option, text: isOption ? undefined : value }
  }
  const positive = name.replace(/^no-/, '')
  const negated = optionNamed(positive)
  if (negated === undefined || needsText(negated)) throw unknownOption(rawName)
  if (value !== undefined) throw new Failure(`--${name} takes no value: leave "=${value}" out`)
  return { name: positive, option: negated, text: OFF }
}

const optionNamed = (name: string): Option | undefined =>
  Object.hasOwn(allOptions, name) ? allOptions[name] : undefined

/** Falls back to the default command if the arguments don't name one. */
function named([first, ...rest]: readonly string[]): { command: CliCommand; args: readonly string[] } {
  const found = commands.find(({ name }) => name !== '' && name === first)
  if (found !== undefined) return { command: found, args: rest }
  const [command] = commands
  return { command, args: first === undefined ? [] : [first, ...rest] }
}

function assertArguments(args: readonly string[], command: CliCommand): void {
  const { name, args: expected, runsCommand, examples } = command
  const [first, second] = args
  if (runsCommand === true && first !== undefined)
    throw new Failure(`write -- before the command: ${commandLine(name)} -- ${args.join(' ')}`)
  if (name === '' && first !== undefined) throw unknownCommand(first)
  const superfluous = expected === '' ? first : second
  if (superfluous !== undefined && !expected.includes('...'))
    throw new Failure(`\`${commandLine(name)}\` does not expect ${JSON.stringify(superfluous)}: leave it out`)
  if (expected.startsWith('<') && first === undefined)
    throw new Failure(`\`${name}\` needs a file: ${commandLine(examples[0]?.[0] ?? name)}`)
}

const missingValue = (name: string, { kind }: Option): Failure =>
  new Failure(`--${name} needs a value: --${name} ${kind.placeholder || ON}`)

function unknownOption(option: string): Failure {
  const meant = nearest(option.replace(/^-+/, ''), Object.keys(allOptions))
  const hint =
    meant === undefined ? '`npx tristore-emulator help --all` lists the options' : `did you mean --${meant}?`
  return new Failure(`unknown option ${option}: ${hint}`)
}

function misplaced(option: string, { name, options }: CliCommand): Failure {
  const owners = commands.filter(({ options }) => Object.hasOwn(options, option)).map((one) => one.name)
  const place = owners.includes('')
    ? `\`${commandLine('')}\` without a command`
    : owners.map((owner) => `\`${commandLine(owner)}\``).join(' and ')
  const isAddress = (option === 'port' || option === 'host') && Object.hasOwn(options, 'url')
  const fix = isAddress ? '; name the emulator with --url http://127.0.0.1:4600' : ''
  return new Failure(`--${option} is not an option of \`${commandLine(name)}\`: it belongs to ${place}${fix}`)
}

const unknownCommand = (word: string): Failure =>
  new Failure(`unknown command ${JSON.stringify(word)}: ${hintOn(word)}`)

function hintOn(word: string): string {
  if (word.endsWith(BUNDLE_SUFFIX)) return `to run this bundle again, write ${commandLine(`replay ${word}`)}`
  if (/\.(?:ya?ml|json)$/i.test(word))
    return `to start with this seed, write ${commandLine(`--seed ${word}`)}`
  if (word === 'conform' || word === 'probe')
    return 'the package tristore-conform, in conformance/ of the repository, has it'
  const names = commands.flatMap(({ name }) => name || [])
  const meant = nearest(word, names)
  if (meant !== undefined) return `did you mean ${meant}?`
  return '`npx tristore-emulator` alone starts it, `npx tristore-emulator help` lists the commands'
}
