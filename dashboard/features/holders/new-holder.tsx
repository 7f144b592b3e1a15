import { useState } from 'preact/hooks'
import { send } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Dialog } from '../../components/dialog.js'
import { TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { fieldErrors } from '../../lib/field-errors.js'
import type { Holder, HolderKind } from './kind.js'

interface NewHolderProps {
  readonly kind: HolderKind
  readonly onMade: (id: string) => void
  readonly onClose: () => void
}

/** The dialog to make a namespace or a store, with a first key. */
export function NewHolder({ kind, onMade, onClose }: NewHolderProps) {
  const [name, setName] = useState('')
  const [owner, setOwner] = useState('')
  const { isBusy, error, start } = useAction(async () => {
    const made = await send<Holder>('POST', kind.base, { name, ...(owner === '' ? {} : { owner }) })
    await send('POST', `${kind.base}/${made.id}/keys`, { scope: 'admin' })
    onMade(made.id)
  })
  const errors = fieldErrors(error, 'name', 'owner')
  return (
    <Dialog title={`New ${kind.noun}`} onClose={onClose}>
      <Form class="stack" error={error} onSubmit={start}>
        <TextField
          label="Name"
          placeholder="shop"
          hint="Letters, digits and hyphens; the rest of its id is generated."
          value={name}
          onValue={setName}
          error={errors.of('name')}
        />
        <TextField
          label="Owner"
          placeholder="user_local"
          hint={`Whose tokens may see it. It begins with an admin key.`}
          value={owner}
          onValue={setOwner}
          error={errors.of('owner')}
        />
        <div class="form-end">
          <InlineError error={errors.rest} />
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={name === ''} aria-busy={isBusy}>
            Create
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
