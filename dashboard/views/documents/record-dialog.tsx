import { useState } from 'preact/hooks'
import { baseUrl } from '../../address.js'
import { at } from '../../api.js'
import { Button, Confirm } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Copy } from '../../components/copy.js'
import { Dialog } from '../../components/dialog.js'
import { Loaded } from '../../components/notice.js'
import { Present } from '../../components/present.js'
import { useReturnFocus } from '../../components/return-focus.js'
import { shortText } from '../../components/short-text.js'
import { Life } from '../../features/history/life.js'
import { quoted } from '../../lib/curl.js'
import { useLive } from '../../live.js'
import { RecordForm } from './record-form.js'
import {
  type DatabaseRecord,
  DOCUMENTS,
  getRecord,
  listKeys,
  type RecordKind,
  removeRecord,
} from './records.js'

interface RecordDialogProps {
  readonly kind: RecordKind
  readonly id: string
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Longer ones are scrolled. */
const HEADING_MAX = 200

/** A dialog that shows a document or project, and changes it. */
export function RecordDialog({ kind, id, onChanged, onClose }: RecordDialogProps) {
  const live = useLive((signal) => getRecord(kind, id, signal), `${kind.path} ${id}`, [
    'request',
    'reset',
    kind.area,
  ])
  const [edited, setEdited] = useState<DatabaseRecord | undefined>(undefined)
  const editButton = useReturnFocus(edited !== undefined)
  return (
    // A stray Escape must not lose what is being typed.
    <Dialog
      title={`${kind.noun === 'document' ? 'Document' : 'Project'} ${shortText(id, 40)}`}
      firm={edited !== undefined}
      onClose={onClose}
    >
      {edited !== undefined ? (
        <RecordForm
          kind={kind}
          record={edited}
          verb="Save"
          onCancel={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            live.reload()
            onChanged()
          }}
        />
      ) : (
        <Loaded of={live}>
          {(record) => (
            <div class="stack">
              {record.heading.length > HEADING_MAX ? (
                <Code label={kind.headingName === 'title' ? 'Title' : 'Name'} text={record.heading} />
              ) : (
                <p class="record-heading text">{shortText(record.heading)}</p>
              )}
              {record.project !== undefined && <p class="hint">In project {record.project}</p>}
              {record.text === undefined ? (
                <p class="hint">No {kind.textName}</p>
              ) : (
                <Code label={kind.textName === 'content' ? 'Content' : 'Description'} text={record.text} />
              )}
              {kind === DOCUMENTS && <Command id={id} />}
              <Life path={kind.path + at`/${id}`} area={kind.area} />
              <div class="form-end">
                <Confirm
                  label="Delete"
                  of={`this ${kind.noun}`}
                  small={false}
                  run={async () => {
                    await removeRecord(kind, id)
                    onChanged()
                    onClose()
                  }}
                />
                <Present>
                  <Button ref={editButton} kind="primary" onClick={() => setEdited(record)}>
                    Edit
                  </Button>
                </Present>
              </div>
            </div>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

/** The request by which the app reads a document, with a key that sees everything if there is one. */
function Command({ id }: { readonly id: string }) {
  const { data: keys = [] } = useLive(listKeys, undefined, ['reset', 'database-keys'])
  const key =
    keys.find(({ projects, documents }) => projects === undefined && documents === undefined) ?? keys[0]
  if (key === undefined) return <p class="hint">With a key (see Keys), its request can be copied as curl.</p>
  const command = `curl -i ${quoted(`${baseUrl}/documents/${id}`)} \\\n  -H ${quoted(`X-API-Key: ${key.key}`)}`
  return (
    <p class="row">
      <span class="hint">As the app would ask:</span>
      <Copy label="Copy GET as curl" text={() => command} />
    </p>
  )
}
