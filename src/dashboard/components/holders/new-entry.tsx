import { useState } from 'preact/hooks'
import { ApiError, send } from '../../api.js'
import { Dialog } from '../dialog.js'
import { TextField } from '../field.js'
import { fieldErrors, wholeNumber } from '../field-errors.js'
import { EntryForm } from './entry-form.js'
import { entryPath, getEntry, type HolderKind } from './kind.js'

interface NewEntryProps {
  readonly kind: HolderKind
  readonly id: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Adds an entry. */
export function NewEntry({ kind, id, onSaved, onClose }: NewEntryProps) {
  const [key, setKey] = useState('')
  const [ttl, setTtl] = useState('3600')
  const [value, setValue] = useState('{}')
  const save = async () => {
    if (await isTaken(kind, id, key)) {
      throw new ApiError(409, 'conflict', 'There is an entry of this key already.', 'Open it to change it.')
    }
    const lifetime = kind.expires ? { ttlSeconds: wholeNumber(ttl) } : {}
    await send('PUT', entryPath(kind, id, key), { json: value, ...lifetime })
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

async function isTaken(kind: HolderKind, id: string, key: string): Promise<boolean> {
  try {
    await getEntry(kind, id, key)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}
