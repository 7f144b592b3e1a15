import type { ClockStart } from '../../core/clock.js'
import { describe, didYouMean } from '../../core/expected.js'
import { askIfSeconds } from '../../core/instants.js'
import { readInstant } from '../../core/moment.js'
import { nearest } from '../../core/nearest.js'
import { isRecord, withoutUndefined } from '../../core/objects.js'
import { shorten } from '../../core/shorten.js'
import { defaultBounds } from '../../domain/bounds.js'
import { samePortProblem, writtenOption } from '../listen-failure.js'
import { StartError } from '../start-error.js'
import type { EmulatorOptions, LaunchOptions } from './emulator-options.js'
import {
  address,
  count,
  hostNames,
  instant,
  type OptionKind,
  origins,
  port,
  token,
  variation,
} from './option-values.js'

/** Returns a description of valid values, or undefined if the value is valid. */
type Check = (value: unknown) => string | undefined

/** Accepts values of the given types if the command line would accept their text. */
const as =
  (kind: OptionKind<unknown>, ...types: readonly ('number' | 'string' | 'boolean')[]): Check =>
  (value) =>
    types.some((type) => type === typeof value) && kind.read([String(value)]) !== undefined
      ? undefined
      : kind.expected

const onOff: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false')

const everyName: Check = (value) => {
  const fits = as(hostNames, 'string')
  return Array.isArray(value) && value.every((name) => fits(name) === undefined)
    ? undefined
    : `a list, each ${hostNames.expected}`
}

const named = (value: unknown): boolean =>
  value instanceof URL || (typeof value === 'string' && value.trim() !== '')

const seed: Check = (value) => {
  const fits = named(value) || isRecord(value) || (Array.isArray(value) && value.every(named))
  return fits ? undefined : 'the name of a file, a list of them, or a seed such as { namespaces: [] }'
}

const pages: Check = (value) =>
  as(origins, 'string', 'boolean')(Array.isArray(value) && value.every(named) ? value.join() : value)

const definitions: Check = (value) =>
  Array.isArray(value) ? undefined : 'a list of services, as passed to defineService'

const profile: Check = (value) =>
  isRecord(value) ? undefined : 'options by section, such as { kv: { putStatus: 201 } }'

const now: Check = (value) => {
  const at = value instanceof Date ? value.getTime() : value
  const isReadable = (typeof at === 'number' || typeof at === 'string') && readInstant(at) !== undefined
  return isReadable && askIfSeconds(value) === undefined ? undefined : instant.expected
}

const rate: Check = (value) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? undefined : 'a number above 0'

/** Checks by option name. They're nested for options that are objects. */
interface Checks {
  readonly [name: string]: Check | Checks
}

const checks = {
  seed,
  port: as(port, 'number'),
  dbPort: as(port, 'number'),
  host: as(address, 'string'),
  allowHosts: everyName,
  clock: { now, freeze: onOff, frozen: onOff, rate },
  randomSeed: as(count, 'number'),
  profile,
  grease: as(variation, 'number', 'boolean'),
  adminToken: as(token, 'string'),
  cors: pages,
  trustProxy: onOff,
  requireWorld: onOff,
  services: definitions,
  bounds: Object.fromEntries(Object.keys(defaultBounds).map((name) => [name, as(count, 'number')])),
} satisfies Record<keyof EmulatorOptions, Check | Checks>

/** Hints for command-line options that have another name here or don't make sense in code. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['freeze', 'write clock: { freeze: true }'],
  ['frozen', 'write clock: { freeze: true }'],
  ['now', "write clock: { now: '2026-01-31T23:59:00Z' }"],
  ['watch', 'only the command watches files; state.replace() loads another seed'],
  ['log', 'only the command logs; requests() shows what arrived'],
  ['exportOnExit', 'only the command writes files; state.get() returns the state'],
])

/**
 * Uses the same rules and messages as the command line.
 *
 * @param options unknown, because JavaScript callers may pass anything
 * @throws StartError that lists all invalid options
 */
export function readOptions(options: unknown): LaunchOptions {
  if (!isRecord(options)) {
    throw new StartError(
      'invalid_option',
      `expected options such as { seed: 'fixtures.yaml' }, found ${shown(options)}`,
    )
  }
  // The cast is safe, since these checks cover every member.
  const problems = problemsOf(options, checks, '')
  const { clock, cors, services, ...others } = withoutUndefined(options) as EmulatorOptions
  const samePort = samePortProblem(others, writtenOption)
  if (samePort !== undefined) problems.push(samePort)
  if (problems.length > 0) throw new StartError('invalid_option', problems.join('\n'))
  const pagesMayCall = cors === undefined ? false : origins.read([String(cors)])
  return {
    ...others,
    ...(services === undefined ? {} : { ownServices: services }),
    ...(clock === undefined ? {} : { clock: clockStart(clock) }),
    ...(pagesMayCall ? { cors: pagesMayCall } : {}),
  }
}

function problemsOf(given: object, known: Checks, within: string): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const check = Object.hasOwn(known, name) ? known[name] : undefined
    if (check === undefined) return unknownOption(name, known, within)
    if (value === undefined) return []
    if (typeof check !== 'function') {
      return isRecord(value) && !(value instanceof Date)
        ? problemsOf(value, check, `${within}${name}.`)
        : `${within}${name}: expected an object, found ${shown(value)}`
    }
    const expected = check(value)
    if (expected === undefined) return []
    const question = check === now ? askIfSeconds(value) : undefined
    const suffix = question === undefined ? '' : `: ${question}`
    return `${within}${name}: expected ${expected}, found ${shown(value)}${suffix}`
  })
}

/** Quotes strings like the command line does. */
const shown = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(shorten(value, 40)) : describe(value)

function unknownOption(name: string, known: Checks, within: string): string {
  const meant = nearest(name, Object.keys(known))
  const elsewhere = within === '' ? ELSEWHERE.get(name) : undefined
  const suggestion = didYouMean(meant, `known here: ${Object.keys(known).join(', ')}`)
  return `unknown option ${within}${name}: ${elsewhere ?? suggestion}`
}

function clockStart({
  now: at,
  freeze,
  frozen,
  rate: speed,
}: NonNullable<EmulatorOptions['clock']>): ClockStart {
  const start = at instanceof Date ? at.getTime() : at
  return withoutUndefined({
    now: start === undefined ? undefined : readInstant(start),
    frozen: freeze ?? frozen,
    rate: speed,
  })
}
