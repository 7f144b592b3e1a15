import { operations } from '../../../contract/operations.js'
import { Button } from '../../components/button.js'
import { SelectField, TextField } from '../../components/field.js'
import { setQuery } from '../../router.js'

/** The filters of the journal, by their names in GET /_admin/requests. */
const NAMES = ['operation', 'status', 'path', 'method', 'credential', 'outcome', 'fault'] as const

export type Filter = Readonly<Partial<Record<(typeof NAMES)[number], string>>>

/** The filter that the address of the page names. */
export function filterOf(query: URLSearchParams): Filter {
  const given = NAMES.map((name) => [name, query.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

const ALL = ['', 'all'] as const

const OPERATIONS = [
  ALL,
  ...['kv.*', 'config.*', 'documents.*', 'projects.*'].map((glob) => [glob, glob] as const),
  ...operations.map(({ id }) => [id, id] as const),
]

const STATUSES = [
  ALL,
  ['2xx', '2xx: done'],
  ['4xx', '4xx: refused'],
  ['5xx', '5xx: failed'],
  ['401', '401'],
  ['403', '403'],
  ['404', '404'],
  ['429', '429'],
] as const

/** Chooses which requests are listed; the choice is part of the page's address. */
export function FilterForm({ filter }: { readonly filter: Filter }) {
  const set = (name: (typeof NAMES)[number]) => (value: string) => setQuery({ [name]: value.trim() })
  const { operation = '', status = '', path = '', credential = '', fault = '' } = filter
  const isFiltered = Object.keys(filter).length > 0
  return (
    <search class="filter" aria-label="Filter">
      <SelectField
        label="Operation"
        value={operation}
        onValue={set('operation')}
        options={withOwn(OPERATIONS, operation)}
      />
      <SelectField
        label="Status"
        value={status}
        onValue={set('status')}
        options={withOwn(STATUSES, status)}
      />
      <TextField label="Path" placeholder="/v1/kv/**" value={path} onValue={set('path')} />
      <TextField
        label="Credential"
        placeholder="key or owner"
        value={credential}
        onValue={set('credential')}
      />
      <TextField label="Fault" placeholder="f_1" value={fault} onValue={set('fault')} />
      <Button
        kind="quiet"
        disabled={!isFiltered}
        onClick={() => setQuery(Object.fromEntries([...NAMES, 'id'].map((name) => [name, ''])))}
      >
        Show all
      </Button>
    </search>
  )
}

/** A link may name a value that is not among the options. */
function withOwn(options: readonly (readonly [string, string])[], value: string) {
  return options.some(([option]) => option === value) ? options : [...options, [value, value] as const]
}
