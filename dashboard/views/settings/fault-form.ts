import { operations } from '../../../src/contract/operations.js'
import { CONNECTION_FAULTS, connectionFaults } from '../../../src/domain/faults/connection-faults.js'
import type { FieldSpec } from '../../components/draft-form.js'
import { type FaultFields, PATHS } from './fault-fields.js'

const OPERATIONS = [
  ...['*', 'kv.*', 'config.*', 'documents.*', 'projects.*', '*.put'],
  ...operations.map(({ id }) => id),
]

const CONNECTIONS = [
  ['', 'unchanged'],
  ...CONNECTION_FAULTS.map((name) => [name, connectionFaults[name].does] as const),
] as const

const EFFECTS = [
  ['', "doesn't run"],
  ['after', 'runs, but its response is lost'],
] as const

const fieldIn =
  (group: string, common: Partial<FieldSpec> = {}) =>
  (name: keyof FaultFields, label: string, more: Partial<FieldSpec> = {}): FieldSpec => ({
    name,
    label,
    group,
    path: PATHS[name],
    ...common,
    ...more,
  })

const which = fieldIn('Which requests')
const narrower = fieldIn('Which requests', { foldedUnder: 'More filters' })
const what = fieldIn('What happens')
const when = fieldIn('When')
const lines = { type: 'area', rows: 2 } as const

export const FIELDS: readonly FieldSpec[] = [
  which('operation', 'Operation', {
    hint: 'A glob. Leave empty for all.',
    suggestions: async () => OPERATIONS,
  }),
  which('path', 'Path', { placeholder: '/v1/kv/**' }),
  which('method', 'Method'),
  narrower('namespace', 'Namespace'),
  narrower('store', 'Store'),
  narrower('key', 'Key'),
  narrower('credential', 'Credential', { hint: "A key as sent, or a token's owner" }),
  narrower('matchHeader', 'Request headers', {
    ...lines,
    placeholder: 'X-Request-Id: 7',
    hint: 'One per line. All must match.',
  }),
  what('status', 'Status', { placeholder: '503' }),
  what('retryAfter', 'Retry-After', { placeholder: '30', hint: 'Seconds, or 2m' }),
  what('delay', 'Delay', { placeholder: '200ms', hint: 'Real time. Ranges: 200ms..800ms' }),
  what('connection', 'Connection', { options: CONNECTIONS }),
  what('effect', 'The operation', { options: EFFECTS }),
  what('hold', 'Hold until released', { type: 'check' }),
  what('headers', 'Response headers', { ...lines, placeholder: 'X-Cache: miss', hint: 'One per line' }),
  what('body', 'Body', { ...lines, hint: "Leave empty for the service's own" }),
  when('times', 'Times', { placeholder: 'unlimited' }),
  when('after', 'Skip the first', { placeholder: '0' }),
  when('probability', 'Probability', { placeholder: '1', hint: '0 to 1' }),
  when('from', 'From', { placeholder: '+10m', hint: 'Virtual time, e.g. 18:00 or tomorrow' }),
  when('until', 'Until', { placeholder: '+15m', hint: 'Exclusive' }),
]
