/** The fields of the form, as they are typed. */
export interface FaultFields {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly namespace: string
  readonly store: string
  readonly key: string
  readonly credential: string
  readonly status: string
  readonly retryAfter: string
  readonly body: string
  readonly delay: string
  readonly connection: string
  readonly effect: string
  readonly after: string
  readonly times: string
  readonly probability: string
  readonly from: string
  readonly until: string
}

export const NO_FIELDS: FaultFields = {
  operation: '',
  method: '',
  path: '',
  namespace: '',
  store: '',
  key: '',
  credential: '',
  status: '',
  retryAfter: '',
  body: '',
  delay: '',
  connection: '',
  effect: '',
  after: '',
  times: '',
  probability: '',
  from: '',
  until: '',
}

const MATCH = ['operation', 'method', 'path', 'namespace', 'store', 'key', 'credential'] as const
const NUMBERS = ['status', 'after', 'times', 'probability'] as const
const TEXTS = ['body', 'retryAfter', 'connection', 'effect', 'from', 'until'] as const

/** The most usual faults: a name, a purpose, and the fields that each fills in. */
export const presets: readonly (readonly [label: string, about: string, fields: Partial<FaultFields>])[] = [
  ['Rate limited', '429 with a Retry-After, three times', { status: '429', retryAfter: '30', times: '3' }],
  ['Outage', '503 for five minutes of virtual time', { status: '503', until: '+5m' }],
  ['Flaky', 'every fifth request fails, by chance', { status: '500', probability: '0.2' }],
  ['Slow', 'the real answer, late', { delay: '300ms..1500ms' }],
  [
    'Answer lost',
    'a write goes through, and its answer never arrives',
    { operation: '*.put', connection: 'reset', effect: 'after', times: '1' },
  ],
  ['Connection reset', 'broken off before anything happens', { connection: 'reset', times: '1' }],
]

/**
 * A fault as POST /_admin/faults takes it. A field that wants a number and has none is sent as text: the emulator says
 * what is wrong with it. The body goes as text too, which keeps its digits.
 */
export function faultOf(fields: FaultFields): object {
  const given = <Name extends keyof FaultFields>(names: readonly Name[]) =>
    names.filter((name) => fields[name] !== '').map((name) => [name, fields[name]] as const)
  const match = given(MATCH)
  return {
    ...(match.length === 0 ? {} : { match: Object.fromEntries(match) }),
    ...Object.fromEntries(given(NUMBERS).map(([name, text]) => [name, numberOr(text)])),
    ...Object.fromEntries(given(TEXTS)),
    ...(fields.delay === '' ? {} : { delay: delayOf(fields.delay) }),
  }
}

function numberOr(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

function delayOf(text: string): unknown {
  const [, min, max] = /^(.+?)\.\.(.+)$/.exec(text) ?? []
  return min === undefined ? text : { min: min.trim(), max: max?.trim() }
}
