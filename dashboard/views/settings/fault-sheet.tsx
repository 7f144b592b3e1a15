import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { send } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Dialog } from '../../components/dialog.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { fieldErrors } from '../../lib/field-errors.js'
import { type FaultFields, faultOf, NO_FIELDS, PATHS } from './fault-fields.js'
import { FaultForm } from './fault-form.js'

/** What is typed for a new fault: a change of view loses none of it. */
export const draft = signal<FaultFields>(NO_FIELDS)

interface FaultSheetProps {
  /** The fault that is changed; undefined for a new one. */
  readonly id: string | undefined
  /** What the form begins with. */
  readonly fields: FaultFields
  readonly onSaved: (id: string) => void
  readonly onClose: () => void
}

/** A sheet at the side with the form of a new fault, or of one that is there. */
export function FaultSheet({ id, fields: begun, onSaved, onClose }: FaultSheetProps) {
  const [fields, setFields] = useState(begun)
  const { isBusy, error, start } = useAction(async () => {
    const saved = await send<{ id: string }>('POST', '/faults', { ...faultOf(fields), ...(id && { id }) })
    if (id === undefined) draft.value = NO_FIELDS
    onSaved(saved.id)
  })
  const type = (typed: FaultFields) => {
    setFields(typed)
    if (id === undefined) draft.value = typed
  }
  const errors = fieldErrors(error, ...Object.values(PATHS))
  const isFilled = Object.values(fields).some((value) => value !== '')
  return (
    <Dialog title={id === undefined ? 'Add a fault' : `Edit ${id}`} isSheet firm={false} onClose={onClose}>
      <Form class="sheet-form" error={error} onSubmit={start}>
        <div class="sheet-body stack">
          <FaultForm fields={fields} onFields={type} errorOf={(name) => errors.of(PATHS[name])} />
          <Code label="As it is sent to POST /_admin/faults" text={JSON.stringify(faultOf(fields))} />
        </div>
        <div class="sheet-end">
          <InlineError error={error === undefined ? undefined : (errors.rest ?? WRONG_FIELDS)} />
          {id !== undefined && <p class="hint grow">It counts its hits from 0 again.</p>}
          <Button kind="quiet" disabled={!isFilled} onClick={() => type(NO_FIELDS)}>
            Clear
          </Button>
          <Button kind="primary" type="submit" disabled={!isFilled} aria-busy={isBusy}>
            {id === undefined ? 'Add the fault' : 'Save the fault'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const WRONG_FIELDS = 'Some fields are wrong: each says why.'
