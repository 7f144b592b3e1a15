import { useState } from 'preact/hooks'
import type { NamespaceInfo } from '../../../src/admin/calls/namespaces.js'
import { at, send } from '../../api.js'
import { Bar } from '../../components/bar.js'
import { Button, useAction } from '../../components/button.js'
import { TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { fieldErrors, wholeNumber } from '../../lib/field-errors.js'
import { bytes, count } from '../../lib/format.js'

const LIMITS = [
  ['reads', 'Reads'],
  ['writes', 'Writes'],
  ['lists', 'Lists'],
  ['storageBytes', 'Storage, bytes'],
] as const

const COUNTERS = [
  ['reads', 'Reads'],
  ['writes', 'Writes'],
  ['lists', 'Lists'],
  ['deletes', 'Deletes'],
] as const

interface QuotasProps {
  readonly namespace: NamespaceInfo
  readonly onChanged: () => void
}

/** The limits of a namespace and their use; both can be set, to see what the app does at a limit. */
export function Quotas({ namespace, onChanged }: QuotasProps) {
  const { id, limits, limitsInForce, usage, monthKey } = namespace
  // The typed texts by their path in the body; a field that was not touched shows the present value.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { isBusy, error, start } = useAction(async () => {
    await send('PATCH', at`/namespaces/${id}`, changesOf(typed))
    setTyped({})
    onChanged()
  })
  const paths = [...LIMITS.map(([name]) => `limits.${name}`), ...COUNTERS.map(([name]) => `usage.${name}`)]
  const errors = fieldErrors(error, ...paths)
  const field = (path: string, present: string) => ({
    value: typed[path] ?? present,
    onValue: (value: string) => setTyped((before) => ({ ...before, [path]: value })),
    error: errors.of(path),
  })
  const isTouched = Object.keys(typed).length > 0
  return (
    <Form class="inset stack" error={error} onSubmit={start}>
      <div class="quotas">
        {(['reads', 'writes', 'lists'] as const).map((name) => (
          <Bar key={name} label={name} value={usage[name]} limit={limitsInForce[name]} />
        ))}
        <Bar label="storage" value={usage.storageBytes} limit={limitsInForce.storageBytes} format={bytes} />
      </div>
      <fieldset>
        <legend>Limits a month, and of storage</legend>
        <div class="form narrow">
          {LIMITS.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              placeholder={count(limitsInForce[name])}
              {...field(`limits.${name}`, limits[name] === undefined ? '' : String(limits[name]))}
            />
          ))}
        </div>
        <p class="hint">Emptied, the profile’s limit is in force; 0 allows none.</p>
      </fieldset>
      <fieldset>
        <legend>Used in {monthKey}</legend>
        <div class="form narrow">
          {COUNTERS.map(([name, label]) => (
            <TextField key={name} label={label} {...field(`usage.${name}`, String(usage[name]))} />
          ))}
        </div>
      </fieldset>
      <div class="form-end">
        <InlineError error={errors.rest} />
        <Button kind="quiet" disabled={!isTouched} onClick={() => setTyped({})}>
          Discard
        </Button>
        <Button kind="primary" type="submit" disabled={!isTouched} aria-busy={isBusy}>
          Save limits and usage
        </Button>
      </div>
    </Form>
  )
}

/** The body of PATCH for the typed values: an emptied limit goes back to the profile's, an emptied counter to 0. */
function changesOf(typed: Readonly<Record<string, string>>): object {
  const limits: Record<string, number | string | null> = {}
  const usage: Record<string, number | string> = {}
  for (const [path, text] of Object.entries(typed)) {
    const [part, name = ''] = path.split('.')
    const isEmpty = text.trim() === ''
    if (part === 'limits') limits[name] = isEmpty ? null : wholeNumber(text)
    else usage[name] = isEmpty ? 0 : wholeNumber(text)
  }
  return { limits, usage }
}
