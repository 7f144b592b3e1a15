import type { FaultInfo } from '../../../src/admin/calls/faults/faults.js'

const MATCH = ['operation', 'method', 'path', 'namespace', 'store', 'key', 'credential'] as const
const NUMBERS = ['status', 'after', 'times', 'probability'] as const
const TEXTS = ['body', 'retryAfter', 'connection', 'effect', 'from', 'until'] as const
const OTHERS = ['matchHeader', 'headers', 'delay', 'hold', 'optional'] as const

type FieldName = (typeof MATCH | typeof NUMBERS | typeof TEXTS | typeof OTHERS)[number]

/** Headers are lines of "Name: value", and `hold` and `optional` are "yes" or empty. */
export type FaultFields = Readonly<Record<FieldName, string>>

const NAMES: readonly FieldName[] = [...MATCH, ...NUMBERS, ...TEXTS, ...OTHERS]

export const NO_FIELDS = Object.fromEntries(NAMES.map((name) => [name, ''])) as FaultFields

/** Paths in the request body, which error messages refer to. */
export const PATHS = Object.fromEntries(
  NAMES.map((name) => {
    if (name === 'matchHeader') return [name, 'match.header']
    return [name, MATCH.some((one) => one === name) ? `match.${name}` : name]
  }),
) as FaultFields

export const presets: readonly (readonly [label: string, about: string, fields: Partial<FaultFields>])[] = [
  ['Rate limited', '429 with a Retry-After, three times', { status: '429', retryAfter: '30', times: '3' }],
  ['Outage', '503 for five minutes of virtual time', { status: '503', until: '+5m' }],
  ['Flaky', 'a random fifth of requests fail', { status: '500', probability: '0.2' }],
  ['Slow', 'the real response, but late', { delay: '300ms..1500ms' }],
  [
    'Response lost',
    'a write goes through, but its response is lost',
    { operation: '*.put', connection: 'reset', effect: 'after', times: '1' },
  ],
  [
    'Failed, yet written',
    '503, though the write went through',
    { operation: '*.put', status: '503', effect: 'after', times: '1' },
  ],
  ['Connection reset', 'before anything happens', { connection: 'reset', times: '1' }],
  ['Held', 'waits until you release it', { hold: 'yes', times: '1' }],
]

/** Only the match fields. */
export function linkedFields(query: URLSearchParams): Partial<FaultFields> {
  return Object.fromEntries(
    MATCH.map((name) => [name, query.get(name) ?? '']).filter(([, text]) => text !== ''),
  )
}

/** Clears the match fields in the URL. */
export const NO_LINK: Readonly<Record<string, string>> = Object.fromEntries(MATCH.map((name) => [name, '']))

/**
 * The body of `POST /_admin/faults`. Text that should be a number is sent anyway, so that the emulator can reject it.
 * The response body stays a string, which keeps its digits.
 */
export function faultOf(fields: FaultFields): object {
  const given = <Name extends FieldName>(names: readonly Name[]) =>
    names.filter((name) => fields[name] !== '').map((name) => [name, fields[name]] as const)
  const header = fields.matchHeader === '' ? [] : [['header', headersOf(fields.matchHeader)] as const]
  const match = [...given(MATCH), ...header]
  return {
    ...(match.length === 0 ? {} : { match: Object.fromEntries(match) }),
    ...Object.fromEntries(given(NUMBERS).map(([name, text]) => [name, numberOr(text)])),
    ...Object.fromEntries(given(TEXTS)),
    ...(fields.headers === '' ? {} : { headers: headersOf(fields.headers) }),
    ...(fields.delay === '' ? {} : { delay: delayOf(fields.delay) }),
    ...(fields.hold === '' ? {} : { hold: true }),
    ...(fields.optional === '' ? {} : { optional: true }),
  }
}

export function fieldsOf(fault: FaultInfo): FaultFields {
  const { match = {}, body, delay, headers, hold, optional } = fault
  const texts = (names: readonly (keyof FaultInfo)[]) =>
    Object.fromEntries(names.map((name) => [name, fault[name] === undefined ? '' : String(fault[name])]))
  return {
    ...NO_FIELDS,
    ...Object.fromEntries(MATCH.map((name) => [name, match[name] ?? ''])),
    ...texts([...NUMBERS, ...TEXTS]),
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
    matchHeader: headerLines(match.header),
    headers: headerLines(headers),
    delay: delayText(delay),
    hold: hold === true ? 'yes' : '',
    optional: optional === true ? 'yes' : '',
  }
}

function numberOr(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

function delayOf(text: string): unknown {
  const [, min, max] = /^(.+?)\.\.(.+)$/.exec(text) ?? []
  return min === undefined ? numberOr(text) : { min: numberOr(min.trim()), max: numberOr(max?.trim() ?? '') }
}

function delayText(delay: FaultInfo['delay']): string {
  if (typeof delay !== 'object') return delay === undefined ? '' : String(delay)
  return `${delay.min}..${delay.max}`
}

/** A line without a colon becomes a name without a value. */
function headersOf(lines: string): object {
  const named = lines.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    named.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.trim(), value.join(':').trim()]
    }),
  )
}

const headerLines = (headers: Readonly<Record<string, string>> = {}): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
