import { useState } from 'preact/hooks'
import { at, send } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { fieldErrors } from '../../lib/field-errors.js'
import type { Holder, HolderKind } from './kind.js'

interface OwnerFormProps {
  readonly kind: HolderKind
  readonly holder: Holder
  readonly onChanged: () => void
}

/** The form to change the owner. */
export function OwnerForm({ kind, holder: { id, owner }, onChanged }: OwnerFormProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const { isBusy, error, start } = useAction(async () => {
    await send('PATCH', kind.base + at`/${id}`, { owner: typed })
    setTyped(undefined)
    onChanged()
  })
  const errors = fieldErrors(error, 'owner')
  return (
    <Form class="inset" error={error} onSubmit={start}>
      <div class="form">
        <TextField
          label="Owner"
          hint="The sub of its tokens"
          value={typed ?? owner}
          onValue={setTyped}
          error={errors.of('owner')}
        />
        <div class="form-press">
          <Button type="submit" disabled={typed === undefined} aria-busy={isBusy}>
            Save owner
          </Button>
        </div>
      </div>
      <InlineError error={errors.rest} />
    </Form>
  )
}
