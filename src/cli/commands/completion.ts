import { Failure } from '../failure.js'
import type { Command, CommandInput } from '../options/command.js'
import { commonOptions, type Option } from '../options/options.js'
import type { Terminal } from '../terminal.js'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** `emulator completion SHELL`: a script that completes commands, options, their words and files. */
export async function completion(
  { args }: CommandInput,
  { out }: Terminal,
  commands: readonly Command[],
): Promise<number> {
  const shell = SHELLS.find((known) => known === args[0])
  if (shell === undefined) {
    throw new Failure(`no completion for ${JSON.stringify(args[0])}: it can be ${SHELLS.join(', ')}`)
  }
  out.write({ bash, zsh, fish }[shell](commands))
  return 0
}

/** The programs that are completed. */
const PROGRAMS = 'emulator tristore-emulator'

const FILE_PLACEHOLDERS: readonly string[] = ['FILE']

/** An option as it is typed: `--seed`, `-s`. */
const spellings = (name: string, { short }: Option): string[] =>
  short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`]

function optionsOf({ options }: Command): [name: string, option: Option][] {
  return Object.entries({ ...options, ...commonOptions })
}

const takesFiles = ({ args }: Command): boolean => args.includes('FILE')

const nameAll = (commands: readonly Command[]): string[] => [
  ...commands.flatMap(({ name }) => (name === '' ? [] : [name])),
  'help',
]

/** The arguments that can follow a command, `help` included. */
function wordsOf(command: Command, commands: readonly Command[]): string[] {
  const spelt = optionsOf(command).map(([name]) => `--${name}`)
  return command.name === '' ? [...nameAll(commands), ...spelt] : [...command.words, ...spelt]
}

/** All options, grouped by what follows them. */
function byValue(commands: readonly Command[]) {
  const all = new Map(commands.flatMap(optionsOf))
  const files: string[] = []
  const others: string[] = []
  const words = new Map<string, string>()
  for (const [name, option] of all) {
    const { takes, placeholder } = option.kind
    if (takes === 'none' || takes === 'optional') continue
    const spelt = spellings(name, option).join('|')
    if (FILE_PLACEHOLDERS.includes(placeholder)) files.push(spelt)
    else if (placeholder.includes('|')) words.set(spelt, placeholder.replaceAll('|', ' '))
    else others.push(spelt)
  }
  return { files: files.join('|'), words, others: others.join('|') }
}

function bash(commands: readonly Command[]): string {
  const { files, words, others } = byValue(commands)
  const named = nameAll(commands).join('|')
  return `# eval "$(emulator completion bash)"
_emulator() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command= word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${named}) command=$word; break ;; esac
  done
  case $prev in
    ${files}) COMPREPLY=($(compgen -f -- "$cur")); return ;;
${[...words].map(([option, list]) => `    ${option}) COMPREPLY=($(compgen -W '${list}' -- "$cur")); return ;;\n`).join('')}    ${others}) return ;;
  esac
  case $command in
${commands.map((command) => `    '${command.name}') COMPREPLY=($(compgen -W '${wordsOf(command, commands).join(' ')}' -- "$cur")${takesFiles(command) ? ' $(compgen -f -- "$cur")' : ''}) ;;\n`).join('')}    help) COMPREPLY=($(compgen -W '${nameAll(commands).join(' ')}' -- "$cur")) ;;
  esac
}
complete -o filenames -F _emulator ${PROGRAMS}
`
}

function zsh(commands: readonly Command[]): string {
  const { files, words, others } = byValue(commands)
  return `#compdef ${PROGRAMS}
# source <(emulator completion zsh)
_emulator() {
  local command= word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case $word in ${nameAll(commands).join('|')}) command=$word; break ;; esac
  done
  case $words[CURRENT-1] in
    ${files}) _files; return ;;
${[...words].map(([option, list]) => `    ${option}) compadd -- ${list}; return ;;\n`).join('')}    ${others}) return ;;
  esac
  case $command in
${commands.map((command) => `    '${command.name}') compadd -- ${wordsOf(command, commands).join(' ')}${takesFiles(command) ? '; _files' : ''} ;;\n`).join('')}    help) compadd -- ${nameAll(commands).join(' ')} ;;
  esac
}
compdef _emulator ${PROGRAMS}
`
}

function fish(commands: readonly Command[]): string {
  const named = nameAll(commands).join(' ')
  const lines = PROGRAMS.split(' ').flatMap((program) => [
    `complete -c ${program} -f`,
    `complete -c ${program} -n 'not __fish_seen_subcommand_from ${named}' -a help -d 'show the help of a command'`,
    `complete -c ${program} -n '__fish_seen_subcommand_from help' -a '${named}'`,
    ...commands.flatMap((command) => fishLines(program, command, named)),
  ])
  return `# emulator completion fish | source\n${lines.join('\n')}\n`
}

function fishLines(program: string, command: Command, named: string): string[] {
  const isMain = command.name === ''
  const where = isMain
    ? `not __fish_seen_subcommand_from ${named}`
    : `__fish_seen_subcommand_from ${command.name}`
  const start = `complete -c ${program} -n '${where}'`
  const own = isMain
    ? []
    : [
        `complete -c ${program} -n 'not __fish_seen_subcommand_from ${named}' -a ${command.name} -d ${quoted(command.help)}`,
        ...command.words.map((word) => `${start} -a ${word}`),
        ...(takesFiles(command) ? [`${start} -F`] : []),
      ]
  const options = optionsOf(command).map(([name, option]) => {
    const short = option.short === undefined ? '' : ` -s ${option.short}`
    return `${start} -l ${name}${short}${fishValue(option)} -d ${quoted(option.help)}`
  })
  return [...own, ...options]
}

/** How fish learns what follows an option: files, one of some words, or something that it cannot know. */
function fishValue({ kind: { takes, placeholder } }: Option): string {
  if (takes === 'none' || takes === 'optional') return ''
  if (FILE_PLACEHOLDERS.includes(placeholder)) return ' -r -F'
  return placeholder.includes('|') ? ` -x -a '${placeholder.replaceAll('|', ' ')}'` : ' -x'
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`
