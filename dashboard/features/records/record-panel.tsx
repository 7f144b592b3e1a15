import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, at, remove } from '../../api.js'
import { Button, Confirm } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Copy } from '../../components/copy.js'
import { DraftForm } from '../../components/draft-form.js'
import { Loaded } from '../../components/notice.js'
import { Present } from '../../components/present.js'
import { SidePanel } from '../../components/side-panel.js'
import { useLive } from '../../live.js'
import { pastPath } from '../../past-path.js'
import { route, setQuery } from '../../router.js'
import { Life } from '../history/life.js'
import type { ListedKind, RecordDetail, RecordForm } from './kind.js'

interface RecordPanelProps<R> {
  readonly kind: ListedKind<R>
  readonly detail: RecordDetail<R>
  readonly id: string
  readonly onClose: () => void
}

export function RecordPanel<R>({ kind, detail, id, onClose }: RecordPanelProps<R>) {
  const { area, get, titleOf, facts, isWithoutLife = false } = detail
  const { form } = kind
  const path = kind.path + at`/${id}`
  const live = useLive(path, (signal) => get(id, signal), { on: ['request', 'reset', area] })
  const isEditing =
    route.value.query.get('edit') === '1' && pastPath.value === undefined && form !== undefined
  const setEditing = (is: boolean) => setQuery({ edit: is ? '1' : '' })
  const editButton = useReturnFocus(isEditing)
  const record = live.data
  return (
    // Pressing Escape by accident mustn't lose what the user typed.
    <SidePanel
      title={titleOf(id)}
      of={kind.noun}
      isFirm={isEditing}
      onClose={onClose}
      actions={
        record !== undefined &&
        !isEditing && (
          <>
            <Confirm
              label={kind.removal?.label ?? 'Delete'}
              of={`this ${kind.noun}`}
              run={() => removeOne(kind, record).then(onClose)}
            />
            <Present>
              {form !== undefined && (
                <Button ref={editButton} kind="primary" small onClick={() => setEditing(true)}>
                  Edit
                </Button>
              )}
            </Present>
          </>
        )
      }
    >
      <Loaded of={live}>
        {(loaded) =>
          form !== undefined && isEditing ? (
            <EditRecord
              kind={kind}
              form={form}
              detail={detail}
              record={loaded}
              onSaved={() => {
                setEditing(false)
                void live.reload()
              }}
              onCancel={() => setEditing(false)}
            />
          ) : (
            <>
              <div class="part">
                {facts(loaded)}
                <Copies texts={kind.copies?.(loaded) ?? []} />
                {kind.actions?.(loaded, live.reload)}
              </div>
              {!isWithoutLife && <Life path={path} area={area} />}
            </>
          )
        }
      </Loaded>
    </SidePanel>
  )
}

export const removeOne = <R,>({ path, idOf, removal }: ListedKind<R>, record: R): Promise<unknown> =>
  removal?.run?.(record) ?? remove(path + at`/${idOf(record)}`)

export function Copies({ texts }: { readonly texts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <p class="row tight">
      {texts.map(([name, text]) => (
        <Copy key={name} label={`Copy ${name}`} text={() => text} />
      ))}
    </p>
  )
}

interface EditRecordProps<R> extends Omit<RecordPanelProps<R>, 'id' | 'onClose'> {
  readonly form: RecordForm<R>
  /** The latest version. */
  readonly record: R
  readonly onSaved: () => void
  readonly onCancel: () => void
}

/** Doesn't overwrite what someone else changed in the meantime. */
function EditRecord<R>({ kind, form, detail, record: loaded, onSaved, onCancel }: EditRecordProps<R>) {
  const { get, textOf } = detail
  const [record] = useState(loaded)
  const [start] = useState(() => form.draftOf(record))
  // The version found when saving. Undefined before that, and null if the record has been deleted.
  const [theirs, setTheirs] = useState<R | null | undefined>(undefined)
  const textOrNone = (one: R | null) => (one === null ? undefined : textOf(one))
  const assertUnchanged = async () => {
    const present = await get(kind.idOf(record)).catch(nullWhereGone)
    if (textOrNone(theirs === undefined ? record : theirs) === textOrNone(present)) return
    setTheirs(present)
    throw new ApiError({
      status: 409,
      message:
        present === null ? 'It was deleted in the meantime.' : 'It was changed in the meantime. See below.',
      hint: 'Save again to overwrite it, or cancel.',
    })
  }
  return (
    <DraftForm
      class="part"
      fields={form.fieldsOf(record)}
      start={start}
      verb="Save"
      {...(form.preview === undefined ? {} : { preview: form.preview })}
      focusOn="textarea, input"
      save={async (draft) => {
        await assertUnchanged()
        await form.save(draft, record)
      }}
      onSaved={onSaved}
      onCancel={onCancel}
    >
      {theirs !== undefined && theirs !== null && <Code label="Current version" text={textOf(theirs)} />}
    </DraftForm>
  )
}

/** Focuses the button again when the user comes back. */
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
