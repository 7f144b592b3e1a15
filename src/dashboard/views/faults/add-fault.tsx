import { useState } from 'preact/hooks'
import { operations } from '../../../contract/operations.js'
import type { ConnectionFault } from '../../../contract/values.js'
import { send } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { SelectField, TextArea, TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { route } from '../../router.js'
import { type FaultFields, faultOf, NO_FIELDS, presets } from './fault-fields.js'

const OPERATIONS = [
  '*',
  'kv.*',
  'config.*',
  'documents.*',
  'projects.*',
  '*.put',
  ...operations.map(({ id }) => id),
]

const CONNECTIONS = {
  '': 'stays as it is',
  reset: 'reset',
  close: 'closed with no answer',
  hang: 'hangs: no answer',
  truncate: 'reset in the middle of the answer',
  cut: 'closed in the middle of the answer',
  garbage: 'bytes that are no HTTP',
} as const satisfies Record<'' | ConnectionFault, string>

const EFFECTS = [
  ['', 'before: nothing happens'],
  ['after', 'after: the operation runs, its answer is lost'],
] as const

/** The form to add a fault; presets fill it in, and a link from a request fills in the match. */
export function AddFault({ onAdded }: { readonly onAdded: (id: string) => void }) {
  const [fields, setFields] = useState<FaultFields>(() => ({ ...NO_FIELDS, ...linked() }))
  const { isBusy, error, start } = useAction(async () => {
    const { id } = await send<{ id: string }>('POST', '/faults', faultOf(fields))
    onAdded(id)
    setFields(NO_FIELDS)
  })
  const set = (name: keyof FaultFields) => ({
    value: fields[name],
    onValue: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  })
  const { operation, method, path } = fields
  const isFilled = Object.values(fields).some((value) => value !== '')
  return (
    <Card title="Add a fault">
      <Form class="stack" onSubmit={start}>
        <div class="presets">
          {presets.map(([label, about, preset]) => (
            <Button
              key={label}
              onClick={() => setFields({ ...NO_FIELDS, operation, method, path, ...preset })}
            >
              <span class="preset">
                <b>{label}</b>
                <span>{about}</span>
              </span>
            </Button>
          ))}
        </div>
        <fieldset>
          <legend>Which requests</legend>
          <div class="form">
            <TextField
              label="Operation"
              hint="A glob; left out: all"
              choices={OPERATIONS}
              {...set('operation')}
            />
            <TextField label="Path" placeholder="/v1/kv/**" {...set('path')} />
            <TextField label="Method" {...set('method')} />
          </div>
          <details class="more">
            <summary>Narrow it further</summary>
            <div class="form">
              <TextField label="Namespace" {...set('namespace')} />
              <TextField label="Store" {...set('store')} />
              <TextField label="Key" {...set('key')} />
              <TextField label="Credential" hint="A key as sent, or a token's owner" {...set('credential')} />
            </div>
          </details>
        </fieldset>
        <fieldset>
          <legend>What happens</legend>
          <div class="form">
            <TextField label="Status" placeholder="503" {...set('status')} />
            <TextField label="Retry-After" placeholder="30" hint="Seconds, or 2m" {...set('retryAfter')} />
            <TextField
              label="Delay"
              placeholder="200ms"
              hint="Real time; 200ms..800ms varies"
              {...set('delay')}
            />
            <SelectField label="Connection" options={Object.entries(CONNECTIONS)} {...set('connection')} />
            <SelectField label="Effect" options={EFFECTS} {...set('effect')} />
            <TextArea
              label="Body"
              rows={2}
              hint="Left out: what the service sends with that status"
              {...set('body')}
            />
          </div>
        </fieldset>
        <fieldset>
          <legend>When</legend>
          <div class="form">
            <TextField label="Times" hint="Left out: no end" {...set('times')} />
            <TextField label="Skip the first" {...set('after')} />
            <TextField label="Probability" placeholder="0.2" hint="0 to 1" {...set('probability')} />
            <TextField label="From" placeholder="+10m" hint="Virtual time" {...set('from')} />
            <TextField label="Until" placeholder="+15m" hint="Exclusive" {...set('until')} />
          </div>
        </fieldset>
        <Code label="As it is sent to POST /_admin/faults" text={JSON.stringify(faultOf(fields))} />
        <InlineError error={error} />
        <div class="form-end sticky">
          <Button kind="quiet" disabled={!isFilled} onClick={() => setFields(NO_FIELDS)}>
            Empty the form
          </Button>
          <Button kind="primary" type="submit" disabled={!isFilled} aria-busy={isBusy}>
            Add the fault
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function linked(): Partial<FaultFields> {
  const names = ['operation', 'method', 'path'] as const
  return Object.fromEntries(names.map((name) => [name, route.value.query.get(name) ?? '']))
}
