import { useState } from 'preact/hooks'
import { remove } from '../../api.js'
import { Button, Confirm } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Copy } from '../../components/copy.js'
import { Dialog } from '../../components/dialog.js'
import { Loaded } from '../../components/notice.js'
import { Present } from '../../components/present.js'
import { useReturnFocus } from '../../components/return-focus.js'
import { shortText } from '../../components/short-text.js'
import { dateTime } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { Life } from '../history/life.js'
import { EditEntry } from './edit-entry.js'
import { Expiry } from './expiry.js'
import {
  type Entry,
  entryPath,
  getEntry,
  type Holder,
  type HolderKind,
  instantOf,
  readCommand,
  valueText,
  writeCommand,
} from './kind.js'

interface EntryDialogProps {
  readonly kind: HolderKind
  readonly holder: Holder
  readonly entryKey: string
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Characters of a key that a title takes. */
const TITLE_MAX = 80

/** A dialog that shows one entry, and changes it. */
export function EntryDialog({ kind, holder, entryKey, onChanged, onClose }: EntryDialogProps) {
  const live = useLive((signal) => getEntry(kind, holder.id, entryKey, signal), entryKey, [
    'request',
    'reset',
    kind.area,
  ])
  const [edited, setEdited] = useState<Entry | undefined>(undefined)
  const editButton = useReturnFocus(edited !== undefined)
  const changed = () => {
    live.reload()
    onChanged()
  }
  return (
    // A stray Escape must not lose what is being typed.
    <Dialog title={shortText(entryKey, TITLE_MAX)} firm={edited !== undefined} onClose={onClose}>
      {edited !== undefined ? (
        <EditEntry
          kind={kind}
          id={holder.id}
          entry={edited}
          onSaved={() => {
            setEdited(undefined)
            changed()
          }}
          onCancel={() => setEdited(undefined)}
        />
      ) : (
        <Loaded of={live}>
          {(entry) => (
            <div class="stack">
              {entryKey.length > TITLE_MAX && <Code label="Key" text={entryKey} />}
              <Facts entry={entry} />
              <Code label="Value" text={valueText(entry)} />
              <Commands kind={kind} holder={holder} entry={entry} />
              <Life path={entryPath(kind, holder.id, entryKey)} area={kind.area} />
              <div class="form-end">
                <Confirm
                  label="Delete"
                  of="this entry"
                  small={false}
                  run={async () => {
                    await remove(entryPath(kind, holder.id, entryKey))
                    onChanged()
                    onClose()
                  }}
                />
                <Present>
                  <Button ref={editButton} kind="primary" onClick={() => setEdited(entry)}>
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

function Facts({ entry: { ttlSeconds, createdAt, expiresAt, updatedAt } }: { readonly entry: Entry }) {
  return (
    <dl class="facts">
      {expiresAt !== undefined && (
        <div>
          <dt>Expires</dt>
          <dd>
            <Expiry at={instantOf(expiresAt)} />
          </dd>
        </div>
      )}
      {ttlSeconds !== undefined && <Fact title="Time to live" text={`${ttlSeconds} s`} />}
      {createdAt !== undefined && <Fact title="Created" text={dateTime(instantOf(createdAt))} />}
      {updatedAt !== undefined && <Fact title="Updated" text={dateTime(instantOf(updatedAt))} />}
    </dl>
  )
}

function Fact({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  )
}

function Commands({
  kind,
  holder,
  entry,
}: Pick<EntryDialogProps, 'kind' | 'holder'> & { readonly entry: Entry }) {
  const read = readCommand(kind, holder, entry)
  const write = writeCommand(kind, holder, entry)
  if (read === undefined && write === undefined) {
    return <p class="hint">With a key (see Keys), requests for this entry can be copied as curl.</p>
  }
  return (
    <p class="row">
      <span class="hint">As the app would ask:</span>
      {read !== undefined && <Copy label="Copy GET as curl" text={() => read} />}
      {write !== undefined && <Copy label="Copy PUT as curl" text={() => write} />}
    </p>
  )
}
