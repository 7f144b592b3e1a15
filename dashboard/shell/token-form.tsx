import { useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Dialog } from '../components/dialog.js'
import { Field } from '../components/field.js'
import { Form } from '../components/form.js'
import { giveToken, isTokenNeeded, token } from '../token.js'

/** Calls wait until it's entered. */
export function TokenForm() {
  return isTokenNeeded.value ? <Asking /> : null
}

function Asking() {
  const [text, setText] = useState('')
  const submit = () => {
    if (text !== '') giveToken(text)
  }
  return (
    <Dialog title="Admin token" firm onClose={() => {}}>
      <Form class="stack" isOfRun onSubmit={submit}>
        <p>This emulator was started with --admin-token. The token is kept for this tab only.</p>
        <Field label="Token" error={token() === null ? undefined : "That isn't this emulator's token."}>
          {(wiring) => (
            <input
              {...wiring}
              type="password"
              autocomplete="off"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <div class="form-end">
          <Button kind="primary" type="submit" disabled={text === ''}>
            Continue
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
