import { useState } from 'preact/hooks'
import { ApiError, send } from '../../api.js'
import { Dialog } from '../../components/dialog.js'
import { TextField } from '../../components/field.js'
import { fieldErrors, wholeNumber } from '../../lib/field-errors.js'
import { EntryForm } from './entry-form.js'
import { entryPath, type HolderKind, listEntries } from './kind.js'

interface NewEntryProps {
  readonly kind: HolderKind
  readonly id: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

export function NewEntry({ kind, id, onSaved, onClose }: NewEntryProps) {
  const [key, setKey] = useState('')
  const [ttl, setTtl] = useState('3600')
  const [value, setValue] = useState('{}')
  const save = async () => {
    const path = entryPath(kind, id, key)
    if (await isTaken(kind, id, key)) {
      throw new ApiError({
        status: 409,
        message: 'There is an entry of this key already.',
        hint: 'Open it to change it.',
      })
    }
    const lifetime = kind.expires ? { ttlSeconds: wholeNumber(ttl) } : {}
    await send('PUT', path, { json: value, ...lifetime })
    onSaved()
  }
  return (
    <Dialog title="Add an entry" firm onClose={onClose}>
      <EntryForm
        value={value}
        onValue={setValue}
        verb="Add"
        isIncomplete={key === ''}
        save={save}
        onSaved={onClose}
        onCancel={onClose}
      >
        {(error) => (
          <div class="form">
            <TextField label="Key" placeholder="flag:checkout" value={key} onValue={setKey} />
            {kind.expires && (
              <TextField
                label="Time to live, seconds"
                value={ttl}
                onValue={setTtl}
                error={fieldErrors(error).of('ttlSeconds')}
              />
            )}
          </div>
        )}
      </EntryForm>
    </Dialog>
  )
}

/** Whether there is an entry of this key. It asks the list, since browsers log each 404 as an error. */
async function isTaken(kind: HolderKind, id: string, key: string): Promise<boolean> {
  let after: string | undefined
  do {
    const { entries, next } = await listEntries(kind, id, { prefix: key, limit: 1000, after })
    if (entries.some((entry) => entry.key === key)) return true
    after = next
  } while (after !== undefined)
  return false
}
