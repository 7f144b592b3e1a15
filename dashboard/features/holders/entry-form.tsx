import type { ComponentChildren } from 'preact'
import { jsonProblem } from '../../../src/core/json/json-problem.js'
import { Button, useAction } from '../../components/button.js'
import { Editor } from '../../components/editor.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { fieldErrors } from '../../lib/field-errors.js'

interface EntryFormProps {
  /** JSON text, as typed. */
  readonly value: string
  readonly onValue: (value: string) => void
  /** The label of the button. */
  readonly verb: string
  readonly focusOn?: string
  /** Another field is still empty: the entry cannot be saved yet. */
  readonly isIncomplete?: boolean
  readonly save: () => Promise<unknown>
  readonly onSaved: () => void
  readonly onCancel: () => void
  /** Renders the other fields, given the error of the last save. */
  readonly children: (error: unknown) => ComponentChildren
}

/** The common part of the forms of new and of changed entries: the value, and how saving went. */
export function EntryForm(props: EntryFormProps) {
  const { value, onValue, verb, focusOn, isIncomplete = false, save, onSaved, onCancel, children } = props
  const { isBusy, error, start } = useAction(async () => {
    await save()
    onSaved()
  })
  const problem = jsonProblem(value)
  const errors = fieldErrors(error, 'json', 'ttlSeconds', 'expiresAt', 'key')
  const refused = errors.of('json')
  const problems =
    problem !== undefined
      ? [problem]
      : refused !== undefined
        ? [{ line: 1, column: 1, message: refused }]
        : []
  return (
    <Form class="stack" error={error} {...(focusOn === undefined ? {} : { focusOn })} onSubmit={start}>
      {children(error)}
      <Editor
        label="Value"
        hint="JSON; every digit of it is kept."
        value={value}
        onValue={onValue}
        problems={problems}
      />
      <div class="form-end">
        <InlineError error={errors.rest} />
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          disabled={problem !== undefined || isIncomplete}
          aria-busy={isBusy}
        >
          {verb}
        </Button>
      </div>
    </Form>
  )
}
