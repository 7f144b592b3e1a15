import { operations } from '../../../src/contract/operations.js'
import { CONNECTION_FAULTS, connectionFaults } from '../../../src/domain/faults/connection-faults.js'
import { CheckField, SelectField, TextArea, TextField } from '../../components/field.js'
import type { FaultFields } from './fault-fields.js'

const OPERATIONS = [
  '*',
  'kv.*',
  'config.*',
  'documents.*',
  'projects.*',
  '*.put',
  ...operations.map(({ id }) => id),
]

const CONNECTIONS = [
  ['', 'stays as it is'],
  ...CONNECTION_FAULTS.map((name) => [name, connectionFaults[name].does] as const),
] as const

const EFFECTS = [
  ['', 'does not run'],
  ['after', 'runs; its answer is lost'],
] as const

interface FaultFormProps {
  readonly fields: FaultFields
  readonly onFields: (fields: FaultFields) => void
  /** Why a field was refused. */
  readonly errorOf: (name: keyof FaultFields) => string | undefined
}

/** The fields of a fault: which requests it is for, what happens, and when. */
export function FaultForm({ fields, onFields, errorOf }: FaultFormProps) {
  const set = (name: keyof FaultFields) => ({
    value: fields[name],
    onValue: (value: string) => onFields({ ...fields, [name]: value }),
    error: errorOf(name),
  })
  const { namespace, store, key, credential, matchHeader } = fields
  const isNarrow = [namespace, store, key, credential, matchHeader].some((text) => text !== '')
  return (
    <>
      <fieldset>
        <legend>Which requests</legend>
        <div class="form">
          <TextField label="Operation" hint="A glob; empty: all" choices={OPERATIONS} {...set('operation')} />
          <TextField label="Path" placeholder="/v1/kv/**" {...set('path')} />
          <TextField label="Method" {...set('method')} />
        </div>
        <details class="more" open={isNarrow}>
          <summary>More filters</summary>
          <div class="form">
            <TextField label="Namespace" {...set('namespace')} />
            <TextField label="Store" {...set('store')} />
            <TextField label="Key" {...set('key')} />
            <TextField label="Credential" hint="A key as sent, or a token's owner" {...set('credential')} />
            <TextArea
              label="Request headers"
              rows={2}
              placeholder="X-Request-Id: 7"
              hint="A line each; all must match"
              {...set('matchHeader')}
            />
          </div>
        </details>
      </fieldset>
      <fieldset>
        <legend>What happens</legend>
        <div class="form">
          <TextField label="Status" placeholder="503" {...set('status')} />
          <TextField label="Retry-After" placeholder="30" hint="Seconds, or 2m" {...set('retryAfter')} />
          <TextField label="Delay" placeholder="200ms" hint="Real time; or 200ms..800ms" {...set('delay')} />
          <SelectField label="Connection" options={CONNECTIONS} {...set('connection')} />
          <SelectField label="The operation" options={EFFECTS} {...set('effect')} />
          <div class="form-press">
            <CheckField
              label="Hold it until it is released"
              checked={fields.hold !== ''}
              onValue={(checked) => onFields({ ...fields, hold: checked ? 'yes' : '' })}
            />
          </div>
          <TextArea
            label="Response headers"
            rows={2}
            placeholder="X-Cache: miss"
            hint="A line each"
            {...set('headers')}
          />
          <TextArea
            label="Body"
            rows={2}
            hint="Empty: what the service sends with that status"
            {...set('body')}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>When</legend>
        <div class="form">
          <TextField label="Times" placeholder="unlimited" {...set('times')} />
          <TextField label="Skip the first" placeholder="0" {...set('after')} />
          <TextField label="Probability" placeholder="1" hint="0 to 1" {...set('probability')} />
          <TextField label="From" placeholder="+10m" hint="Virtual time" {...set('from')} />
          <TextField label="Until" placeholder="+15m" hint="Exclusive" {...set('until')} />
        </div>
      </fieldset>
    </>
  )
}
