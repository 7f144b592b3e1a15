import { useState } from 'preact/hooks'
import { ApiError, at, getText, send } from '../../api.js'
import { useWhileRunning } from '../../clock.js'
import { Button, useAction } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Editor } from '../../components/editor.js'
import { Form } from '../../components/form.js'
import { InlineError, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { useLive } from '../../live.js'

/** Longer states can only be changed through the admin interface. */
const EDITED_MAX = 200_000

/** Shows the state of a user's own service as JSON. */
export function OwnState({ service }: { readonly service: string }) {
  const path = `/services${at`/${service}`}/state`
  const live = useLive(path, () => getText(path), { on: ['request', 'clock', 'reset', 'services'] })
  // It can change just because time passes.
  useWhileRunning(live.reload)
  /** The text as it was when the form opened. */
  const [edited, setEdited] = useState<string | undefined>(undefined)
  const isShort = (live.data?.length ?? 0) <= EDITED_MAX
  return (
    <Card
      title={service}
      aside={
        edited === undefined && (
          <Present>
            <Button small disabled={live.data === undefined || !isShort} onClick={() => setEdited(live.data)}>
              Edit
            </Button>
          </Present>
        )
      }
    >
      {edited !== undefined ? (
        <EditState
          path={path}
          before={edited}
          onDone={() => {
            setEdited(undefined)
            void live.reload()
          }}
        />
      ) : (
        <Loaded of={live}>{(text) => <Code label="State" text={text} />}</Loaded>
      )}
    </Card>
  )
}

interface EditStateProps {
  readonly path: string
  readonly before: string
  readonly onDone: () => void
}

/** Refuses if the state has changed since the form opened. */
function EditState({ path, before, onDone }: EditStateProps) {
  const [text, setText] = useState(() => JSON.stringify(JSON.parse(before), null, 2))
  const [known, setKnown] = useState(before)
  const { isBusy, error, start } = useAction(async () => {
    const present = await getText(path)
    if (present !== known) {
      setKnown(present)
      throw new ApiError({
        status: 409,
        message: 'It was changed in the meantime.',
        hint: 'Save again to overwrite it, or cancel.',
      })
    }
    await send('PUT', path, text)
    onDone()
  })
  const problems = error instanceof ApiError ? error.problems : []
  return (
    <Form class="stack" error={error} focusOn="textarea" onSubmit={start}>
      <Editor
        label="State"
        hint="JSON. The string “{{now+30s}}” becomes that time in ms."
        rows={16}
        value={text}
        onValue={setText}
        problems={problems}
        isListing
      />
      {problems.length === 0 && <InlineError error={error} />}
      <div class="form-end">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" kind="primary" aria-busy={isBusy}>
          Save
        </Button>
      </div>
    </Form>
  )
}
