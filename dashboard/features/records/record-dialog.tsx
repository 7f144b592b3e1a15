import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, at, remove } from '../../api.js'
import { Button, Confirm } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Dialog } from '../../components/dialog.js'
import { DraftForm } from '../../components/draft-form.js'
import { Loaded } from '../../components/notice.js'
import { Present } from '../../components/present.js'
import { useLive } from '../../live.js'
import { Life } from '../history/life.js'
import type { ListedKind, RecordDetail } from './kind.js'

interface RecordDialogProps<R> {
  readonly kind: ListedKind<R>
  readonly detail: RecordDetail<R>
  readonly id: string
  readonly onClose: () => void
}

/** A dialog that shows one record, and changes it. */
export function RecordDialog<R>({ kind, detail, id, onClose }: RecordDialogProps<R>) {
  const { area, get, titleOf, facts } = detail
  const path = kind.path + at`/${id}`
  const live = useLive(path, (signal) => get(id, signal), { on: ['request', 'reset', area] })
  const [edited, setEdited] = useState<{ readonly record: R } | undefined>(undefined)
  const editButton = useReturnFocus(edited !== undefined)
  return (
    // A stray Escape must not lose what is being typed.
    <Dialog title={titleOf(id)} firm={edited !== undefined} onClose={onClose}>
      {edited !== undefined ? (
        <EditRecord
          kind={kind}
          detail={detail}
          record={edited.record}
          onSaved={() => {
            setEdited(undefined)
            live.reload()
          }}
          onCancel={() => setEdited(undefined)}
        />
      ) : (
        <Loaded of={live}>
          {(record) => (
            <div class="stack">
              {facts(record)}
              {kind.actions?.(record)}
              <Life path={path} area={area} />
              <div class="form-end">
                <Confirm
                  label="Delete"
                  of={`this ${kind.noun}`}
                  small={false}
                  run={() => remove(path).then(onClose)}
                />
                <Present>
                  <Button ref={editButton} kind="primary" onClick={() => setEdited({ record })}>
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

interface EditRecordProps<R> extends Omit<RecordDialogProps<R>, 'id' | 'onClose'> {
  readonly record: R
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** Changes a record, unless somebody else has changed it in the meantime. */
function EditRecord<R>({ kind, detail, record, onSaved, onCancel }: EditRecordProps<R>) {
  const { get, textOf } = detail
  const [start] = useState(() => kind.draftOf(record))
  // What it has become in the meantime: undefined while nothing was seen to change, null if it is gone.
  const [theirs, setTheirs] = useState<R | null | undefined>(undefined)
  const textOrNone = (one: R | null) => (one === null ? undefined : textOf(one))
  const assertUnchanged = async () => {
    const present = await get(kind.idOf(record)).catch(nullWhereGone)
    if (textOrNone(theirs === undefined ? record : theirs) === textOrNone(present)) return
    setTheirs(present)
    throw new ApiError({
      status: 409,
      message:
        present === null ? 'It was deleted in the meantime.' : 'It was changed in the meantime: see below.',
      hint: 'Save again to put yours in its place, or cancel.',
    })
  }
  return (
    <DraftForm
      fields={kind.fieldsOf(record)}
      start={start}
      verb="Save"
      focusOn="textarea, input"
      save={async (draft) => {
        await assertUnchanged()
        await kind.save(draft, record)
      }}
      onSaved={onSaved}
      onCancel={onCancel}
    >
      {theirs !== undefined && theirs !== null && <Code label="As it is now" text={textOf(theirs)} />}
    </DraftForm>
  )
}

/**
 * Gives the focus back to a button once the reader returns from its target.
 *
 * @param isAway whether the reader is there
 */
function useReturnFocus(isAway: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway) button.current?.focus()
    wasAway.current = isAway
  }, [isAway])
  return button
}

function nullWhereGone(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
