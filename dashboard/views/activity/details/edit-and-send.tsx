import { useState } from 'preact/hooks'
import { Button, useAction } from '../../../components/button.js'
import { TextArea, TextField } from '../../../components/field.js'
import { Form } from '../../../components/form.js'
import { InlineError } from '../../../components/notice.js'
import { indented } from '../../../lib/json-text.js'
import { headersOf, headersText } from './header-lines.js'
import type { ToSend } from './to-send.js'

interface EditAndSendProps {
  readonly original: ToSend
  readonly send: (edited: ToSend) => Promise<unknown>
  readonly onCancel: () => void
}

/** A request to change before it is sent, as the application would send it. */
export function EditAndSend({ original, send, onCancel }: EditAndSendProps) {
  const [method, setMethod] = useState(original.method)
  const [target, setTarget] = useState(original.target)
  const [headers, setHeaders] = useState(headersText(original.headers))
  const [body, setBody] = useState(indented(original.body))
  const { isBusy, error, start } = useAction(async () =>
    send({ method: method.trim().toUpperCase(), target: target.trim(), headers: headersOf(headers), body }),
  )
  return (
    <Form class="stack" onSubmit={start} aria-label="Edit and send">
      <div class="form">
        <TextField
          label="Method"
          value={method}
          onValue={setMethod}
          choices={['GET', 'PUT', 'POST', 'DELETE']}
        />
        <TextField label="Path and query" value={target} onValue={setTarget} />
      </div>
      <TextArea
        label="Headers"
        rows={4}
        hint="Name: value, a line each"
        value={headers}
        onValue={setHeaders}
      />
      <TextArea label="Body" rows={5} value={body} onValue={setBody} />
      <InlineError error={error} />
      <div class="form-end">
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" aria-busy={isBusy}>
          Send
        </Button>
      </div>
    </Form>
  )
}
