import { type Command as CacCommand, cac } from 'cac'
import { nearest } from '../../core/nearest.js'
import { spelledOut, unmarked } from '../arguments.js'
import { Failure } from '../failure.js'
import type { Call, Command } from './command.js'
import { allOptions, commands } from './commands.js'
import { commonOptions } from './options.js'

/**
 * Finds out which command was called, with what.
 *
 * @throws Failure for whatever is no command, option or argument of ours
 */
export function parse(argv: readonly string[]): { command: Command; call: Call } {
  const cli = cac('emulator')
  for (const name of Object.keys(commonOptions)) cli.option(`--${name} [value]`, '')
  const byCac = new Map(
    commands.map((command) => {
      const registered = cli.command(`${command.name} ${command.args}`.trim(), command.help)
      for (const name of Object.keys(command.options)) registered.option(`--${name} [value]`, '')
      return [registered, command]
    }),
  )
  const { options } = cli.parse(['node', 'emulator', ...spelledOut(argv, allOptions)], { run: false })
  const { matchedCommand } = cli
  const command = matchedCommand === undefined ? undefined : byCac.get(matchedCommand)
  if (matchedCommand === undefined || command === undefined) throw new Error('cac found no command')
  const args = [...cli.args, ...((options['--'] as string[] | undefined) ?? [])]
  const given = givenOptions(options, command)
  if (!given.has('help') && !given.has('version')) checkArguments(args, matchedCommand)
  return { command, call: { args, given } }
}

/** What cac found, under the names that were typed. */
function givenOptions(found: Readonly<Record<string, unknown>>, command: Command): Map<string, string[]> {
  const given = new Map<string, string[]>()
  for (const name of Object.keys(allOptions)) {
    const value = found[name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())]
    if (value === undefined) continue
    if (!Object.hasOwn(command.options, name) && !Object.hasOwn(commonOptions, name))
      throw misplaced(name, command)
    given.set(name, [value].flat().map(unmarked))
  }
  return given
}

function misplaced(option: string, { name }: Command): Failure {
  const owner = commands.find(({ options }) => Object.hasOwn(options, option))?.name ?? ''
  const place =
    owner === '' ? 'it belongs to `emulator` without a command' : `it belongs to \`emulator ${owner}\``
  return new Failure(`--${option} is no option of \`${`emulator ${name}`.trim()}\`: ${place}`)
}

function checkArguments(args: readonly string[], { name, args: expected }: CacCommand): void {
  const [first] = args
  if (name === '' && first !== undefined) throw unknownCommand(first)
  const isOpen = expected.some(({ variadic }) => variadic)
  const superfluous = isOpen ? undefined : args[expected.length]
  if (superfluous !== undefined) {
    throw new Failure(`\`emulator ${name}\` has no use for ${JSON.stringify(superfluous)}: leave it out`)
  }
  const missing = expected.find(({ required }, index) => required && args[index] === undefined)
  if (missing !== undefined)
    throw new Failure(`\`emulator ${name}\` needs a file: emulator ${name} fixtures.yaml`)
}

function unknownCommand(word: string): Failure {
  const shown = JSON.stringify(word)
  if (/\.(?:ya?ml|json)$/i.test(word)) {
    return new Failure(`unknown command ${shown}: to start with this seed, write emulator --seed ${word}`)
  }
  const meant = nearest(
    word,
    commands.flatMap(({ name }) => name || []),
  )
  if (meant !== undefined) return new Failure(`unknown command ${shown}: did you mean ${meant}?`)
  return new Failure(
    `unknown command ${shown}: \`emulator\` alone starts it, \`emulator --help\` lists the commands`,
  )
}
