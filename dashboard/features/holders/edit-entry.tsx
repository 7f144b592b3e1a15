import { useState } from 'preact/hooks'
import { TTL_MIN_S } from '../../../src/contract/values.js'
import { send } from '../../api.js'
import { Code } from '../../components/code.js'
import { SelectField, TextField } from '../../components/field.js'
import { fieldErrors, wholeNumber } from '../../lib/field-errors.js'
import { indented } from '../../lib/json-text.js'
import { useUnchanged } from '../../lib/use-unchanged.js'
import { EntryForm } from './entry-form.js'
import { type Entry, entryPath, getEntry, type HolderKind, valueText } from './kind.js'

interface EditEntryProps {
  readonly kind: HolderKind
  readonly id: string
  readonly entry: Entry
  readonly onSaved: () => void
  readonly onCancel: () => void
}

const EXPIRIES = [
  ['keep', 'stays as it is'],
  ['ttl', 'this many seconds from now'],
  ['at', 'at an instant, or after a while'],
] as const

/** Changes the value of an entry, and when it expires. */
export function EditEntry({ kind, id, entry, onSaved, onCancel }: EditEntryProps) {
  const [value, setValue] = useState(() => indented(valueText(entry)))
  const [mode, setMode] = useState('keep')
  const [expiry, setExpiry] = useState('')
  const { theirs, assertUnchanged } = useUnchanged(entry, () => getEntry(kind, id, entry.key), whatCounts)
  const save = async () => {
    await assertUnchanged()
    await send('PUT', entryPath(kind, id, entry.key), {
      json: value,
      ...(kind.expires ? lifetime(entry, mode, expiry) : {}),
    })
  }
  return (
    <EntryForm
      value={value}
      onValue={setValue}
      save={save}
      onSaved={onSaved}
      onCancel={onCancel}
      verb="Save"
      focusOn="textarea"
    >
      {(error) => (
        <>
          {theirs !== undefined && theirs !== null && <Code label="As it is now" text={valueText(theirs)} />}
          {kind.expires && (
            <div class="form">
              <SelectField label="Expiry" options={EXPIRIES} value={mode} onValue={setMode} />
              {mode !== 'keep' && (
                <TextField
                  label={mode === 'ttl' ? 'Seconds' : 'Expires at'}
                  placeholder={mode === 'ttl' ? String(entry.ttlSeconds ?? 3600) : '+30s'}
                  hint={mode === 'ttl' ? undefined : '+30s from now, or 2026-01-31T23:59:00Z'}
                  value={expiry}
                  onValue={setExpiry}
                  error={fieldErrors(error).of(mode === 'ttl' ? 'ttlSeconds' : 'expiresAt')}
                />
              )}
            </div>
          )}
        </>
      )}
    </EntryForm>
  )
}

/** A change of the value or of the expiry is a change. */
const whatCounts = (entry: Entry): string =>
  JSON.stringify([valueText(entry), entry.expiresAt, entry.updatedAt])

/**
 * The members of PUT that decide when the entry expires. createdAt stays: a change does not create the entry
 * again.
 */
function lifetime({ createdAt, expiresAt, ttlSeconds }: Entry, mode: string, typed: string): object {
  if (mode === 'keep') return { createdAt, expiresAt, ttlSeconds }
  if (mode === 'at') return { createdAt, expiresAt: typed }
  const seconds = wholeNumber(typed)
  // Without expiresAt the time would count from the creation. A time that is too short is sent as it is, and
  // refused.
  const isLong = typeof seconds === 'number' && seconds >= TTL_MIN_S
  return { createdAt, ttlSeconds: seconds, ...(isLong ? { expiresAt: `+${seconds}s` } : {}) }
}
