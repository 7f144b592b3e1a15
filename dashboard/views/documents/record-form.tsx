import { useState } from 'preact/hooks'
import { Button, useAction } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { CheckField, TextArea, TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { fieldErrors } from '../../lib/field-errors.js'
import { useUnchanged } from '../../lib/use-unchanged.js'
import { useLive } from '../../live.js'
import {
  type DatabaseRecord,
  getRecord,
  listRecords,
  PROJECTS,
  type RecordKind,
  saveRecord,
} from './records.js'

interface RecordFormProps {
  readonly kind: RecordKind
  /** The present record; one without an id is to be made. */
  readonly record: DatabaseRecord
  /** The label of the button. */
  readonly verb: string
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** How many projects are offered to choose from. */
const PROJECTS_OFFERED = 200

/** Makes or changes a document or a project. */
export function RecordForm({ kind, record, verb, onSaved, onCancel }: RecordFormProps) {
  const [heading, setHeading] = useState(record.heading)
  const [text, setText] = useState(record.text ?? '')
  const [hasText, setHasText] = useState(record.id === '' || record.text !== undefined)
  const [project, setProject] = useState(record.project ?? '')
  const isNew = record.id === ''
  const isDocument = kind.noun === 'document'
  const projects = useLive(
    (signal) => listRecords(PROJECTS, { limit: PROJECTS_OFFERED }, signal),
    undefined,
    [],
  )
  const { theirs, assertUnchanged } = useUnchanged(record, () => getRecord(kind, record.id), JSON.stringify)
  const { isBusy, error, start } = useAction(async () => {
    if (!isNew) await assertUnchanged()
    await saveRecord(kind, {
      id: record.id,
      heading,
      // A new record whose text is left empty has none; an empty text can be set afterwards.
      text: hasText && !(isNew && text === '') ? text : undefined,
      project: isDocument && project.trim() !== '' ? project : undefined,
    })
    onSaved()
  })
  const errors = fieldErrors(error, kind.headingName, kind.textName, 'project')
  return (
    <Form class="stack" error={error} focusOn="input" onSubmit={start}>
      {theirs !== undefined && theirs !== null && <Code label="As it is now" text={JSON.stringify(theirs)} />}
      <TextField
        label={isDocument ? 'Title' : 'Name'}
        value={heading}
        onValue={setHeading}
        error={errors.of(kind.headingName)}
      />
      <TextArea
        label={isDocument ? 'Content' : 'Description'}
        rows={isDocument ? 10 : 4}
        value={text}
        onValue={setText}
        disabled={!hasText}
        error={errors.of(kind.textName)}
      />
      {!isNew && (
        <CheckField label={`No ${kind.textName}`} checked={!hasText} onValue={(none) => setHasText(!none)} />
      )}
      {isDocument && (
        <TextField
          label="Project"
          placeholder="none"
          hint="An id. It decides which keys see the document; it is never sent."
          choices={projects.data?.rows.map(({ id }) => id) ?? []}
          value={project}
          onValue={setProject}
          error={errors.of('project')}
        />
      )}
      <div class="form-end">
        <InlineError error={errors.rest} />
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" aria-busy={isBusy}>
          {verb}
        </Button>
      </div>
    </Form>
  )
}
