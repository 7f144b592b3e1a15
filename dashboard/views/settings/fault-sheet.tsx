import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { operations } from '../../../src/contract/operations.js'
import { CONNECTION_FAULTS, connectionFaults } from '../../../src/domain/faults/connection-faults.js'
import { send } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Dialog } from '../../components/dialog.js'
import { FieldGroups, type FieldSpec } from '../../components/draft-form.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { fieldErrors } from '../../lib/field-errors.js'
import { type FaultFields, faultOf, NO_FIELDS, PATHS } from './fault-fields.js'

/** What is typed for a new fault: a change of view loses none of it. */
export const draft = signal<FaultFields>(NO_FIELDS)

interface FaultSheetProps {
  /** The fault that is changed; undefined for a new one. */
  readonly id: string | undefined
  /** What the form begins with. */
  readonly fields: FaultFields
  readonly onSaved: (id: string) => void
  readonly onClose: () => void
}

/** A sheet at the side with the form of a new fault, or of one that is there. */
export function FaultSheet({ id, fields: begun, onSaved, onClose }: FaultSheetProps) {
  const [fields, setFields] = useState(begun)
  const { isBusy, error, start } = useAction(async () => {
    const saved = await send<{ id: string }>('POST', '/faults', { ...faultOf(fields), ...(id && { id }) })
    if (id === undefined) draft.value = NO_FIELDS
    onSaved(saved.id)
  })
  const type = (typed: FaultFields) => {
    setFields(typed)
    if (id === undefined) draft.value = typed
  }
  const errors = fieldErrors(error, ...Object.values(PATHS))
  const isFilled = Object.values(fields).some((value) => value !== '')
  return (
    <Dialog title={id === undefined ? 'Add a fault' : `Edit ${id}`} isSheet onClose={onClose}>
      <Form class="sheet-form" error={error} onSubmit={start}>
        <div class="sheet-body stack">
          <FieldGroups
            fields={FIELDS}
            draft={fields}
            errors={errors}
            onValue={(name, value) => type({ ...fields, [name]: value })}
          />
          <Code label="As it is sent to POST /_admin/faults" text={JSON.stringify(faultOf(fields))} />
        </div>
        <div class="sheet-end">
          <InlineError error={error === undefined ? undefined : (errors.rest ?? WRONG_FIELDS)} />
          {id !== undefined && <p class="hint grow">It counts its hits from 0 again.</p>}
          <Button kind="quiet" disabled={!isFilled} onClick={() => type(NO_FIELDS)}>
            Clear
          </Button>
          <Button kind="primary" type="submit" disabled={!isFilled} aria-busy={isBusy}>
            {id === undefined ? 'Add the fault' : 'Save the fault'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const WRONG_FIELDS = 'Some fields are wrong: each says why.'

const OPERATIONS = [
  ...['*', 'kv.*', 'config.*', 'documents.*', 'projects.*', '*.put'],
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

/** The fields of a fault: which requests it is for, what happens, and when. */
const FIELDS: readonly FieldSpec[] = [
  which('operation', 'Operation', { hint: 'A glob; empty: all', suggestions: async () => OPERATIONS }),
  which('path', 'Path', { placeholder: '/v1/kv/**' }),
  which('method', 'Method'),
  narrower('namespace', 'Namespace'),
  narrower('store', 'Store'),
  narrower('key', 'Key'),
  narrower('credential', 'Credential', { hint: "A key as sent, or a token's owner" }),
  narrower('matchHeader', 'Request headers', {
    ...lines,
    placeholder: 'X-Request-Id: 7',
    hint: 'A line each; all must match',
  }),
  what('status', 'Status', { placeholder: '503' }),
  what('retryAfter', 'Retry-After', { placeholder: '30', hint: 'Seconds, or 2m' }),
  what('delay', 'Delay', { placeholder: '200ms', hint: 'Real time; or 200ms..800ms' }),
  what('connection', 'Connection', { options: CONNECTIONS }),
  what('effect', 'The operation', { options: EFFECTS }),
  what('hold', 'Hold it until it is released', { type: 'check' }),
  what('headers', 'Response headers', { ...lines, placeholder: 'X-Cache: miss', hint: 'A line each' }),
  what('body', 'Body', { ...lines, hint: 'Empty: what the service sends with that status' }),
  when('times', 'Times', { placeholder: 'unlimited' }),
  when('after', 'Skip the first', { placeholder: '0' }),
  when('probability', 'Probability', { placeholder: '1', hint: '0 to 1' }),
  when('from', 'From', { placeholder: '+10m', hint: 'Virtual time' }),
  when('until', 'Until', { placeholder: '+15m', hint: 'Exclusive' }),
]
