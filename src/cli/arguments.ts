import { nearest } from '../core/nearest.js'
import { Failure } from './failure.js'
import { OFF, ON } from './options/kinds.js'
import type { Option, Options } from './options/options.js'

const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['-h', '--help'],
  ['-v', '--version'],
])

/**
 * Stands ahead of every value on its way through cac, which would turn 007 into 7, 1e3 into 1000 and a value that
 * looks like an option into one.
 */
const MARK = '='

/** The value as it was typed, of one that went through cac. */
export const unmarked = (value: unknown): string => String(value).slice(MARK.length)

/**
 * Writes the arguments so that cac leaves values as they are: each option with its value in one argument.
 *
 * @param known every option of any command
 * @throws Failure for an unknown option, and for a value that is missing or too many
 */
export function spelledOut(argv: readonly string[], known: Options): string[] {
  const speller = new Speller(argv, known)
  return speller.spell()
}

class Speller {
  readonly #rest: string[]
  readonly #known: Options
  readonly #spelled: string[] = []

  constructor(argv: readonly string[], known: Options) {
    this.#rest = [...argv]
    this.#known = known
  }

  spell(): string[] {
    for (let next = this.#rest.shift(); next !== undefined; next = this.#rest.shift()) {
      if (next === '--') {
        this.#spelled.push(next, ...this.#rest)
        break
      }
      if (next.startsWith('-')) this.#option(SHORT_FORMS.get(next) ?? next)
      else this.#spelled.push(next)
    }
    return this.#spelled
  }

  #option(argument: string): void {
    const [, name = '', inline] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? []
    const option = this.#find(name)
    if (option !== undefined) {
      this.#add(name, this.#valueOf(name, option, inline))
      return
    }
    const positive = name.replace(/^no-/, '')
    const isNegated = positive !== name && canBeOff(this.#find(positive))
    if (!isNegated) throw unknownOption(name === '' ? argument : `--${name}`, this.#known)
    if (inline !== undefined) throw new Failure(`--${name} takes no value: leave "=${inline}" out`)
    this.#add(positive, OFF)
  }

  #find(name: string): Option | undefined {
    return Object.hasOwn(this.#known, name) ? this.#known[name] : undefined
  }

  #add(name: string, value: string): void {
    this.#spelled.push(`--${name}=${MARK}${value}`)
  }

  #valueOf(name: string, { kind }: Option, inline: string | undefined): string {
    const following = this.#rest[0]
    // A negative number is a value that does not fit; any other dash begins the next option.
    const isValue = following !== undefined && !/^-(?!\d)/.test(following)
    if (inline === undefined && kind.takes !== 'none' && isValue) return this.#rest.shift() ?? ''
    if (inline === undefined && (kind.takes === 'none' || kind.takes === 'optional')) return ON
    if (inline === undefined || inline === '')
      throw new Failure(`--${name} needs a value: --${name} ${kind.shown || ON}`)
    return inline
  }
}

const canBeOff = (option: Option | undefined): boolean =>
  option !== undefined && (option.kind.takes === 'none' || option.kind.takes === 'optional')

/** An option that does not exist, with the one that was probably meant. */
function unknownOption(shown: string, known: Options): Failure {
  const meant = nearest(shown.replace(/^-+/, ''), Object.keys(known))
  const mend = meant === undefined ? '`emulator --help` lists the options' : `did you mean --${meant}?`
  return new Failure(`unknown option ${shown}: ${mend}`)
}
