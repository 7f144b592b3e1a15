import { useEffect, useState } from 'preact/hooks'
import type { Changes } from '../../../src/admin/dry-run.js'
import { ApiError, send } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Editor } from '../../components/editor.js'
import { SelectField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { WouldChange } from '../history/would-change.js'
import { say } from '../palette/said.js'
import { isWay, WAY_OPTIONS, WAYS, type Way } from './ways.js'

interface DroppedSeedProps {
  readonly text: string
  readonly onClose: () => void
}

/** Longer texts are mended in an editor for such. */
const EDITED_MAX = 200_000

/** ms after the last key before it is tried again. */
const REST_MS = 300

/** What a seed would change, before it is taken; or what is wrong with it, to be mended here. */
export function DroppedSeed({ text: given, onClose }: DroppedSeedProps) {
  const [text, setText] = useState(given)
  const [way, setWay] = useState<Way>('merge')
  const { changes, error, isTrying } = useTrial(text, way)
  const problems = error instanceof ApiError ? error.problems : []
  const { method, path, button, done } = WAYS[way]
  const {
    isBusy,
    error: refusal,
    start,
  } = useAction(async () => {
    await send(method, path, text)
    say({ text: done, isUndoable: true })
    onClose()
  })
  return (
    <Form class="stack" onSubmit={start}>
      <SelectField
        label="What to do with it"
        options={WAY_OPTIONS}
        value={way}
        onValue={(chosen) => isWay(chosen) && setWay(chosen)}
      />
      {(problems.length > 0 || text !== given) && text.length <= EDITED_MAX ? (
        <Editor
          label="The text, to be mended here"
          rows={10}
          value={text}
          onValue={setText}
          problems={problems}
          isListing
        />
      ) : (
        <InlineError error={error} />
      )}
      {problems.length === 0 && text !== given && <InlineError error={error} />}
      <section aria-label="What it would change" aria-busy={isTrying}>
        {changes !== undefined && <WouldChange of={changes} />}
      </section>
      <InlineError error={refusal} />
      <div class="form-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          kind={way === 'merge' ? 'primary' : 'danger'}
          aria-busy={isBusy}
          disabled={changes === undefined}
        >
          {button}
        </Button>
      </div>
    </Form>
  )
}

interface Trial {
  readonly changes?: Changes
  readonly error?: unknown
  readonly isTrying: boolean
}

/** Tries a seed without taking it, again as it changes. */
function useTrial(text: string, way: Way): Trial {
  const [trial, setTrial] = useState<Trial>({ isTrying: true })
  useEffect(() => {
    let isLatest = true
    setTrial(({ error }) => ({ error, isTrying: true }))
    const attempt = async () => {
      const { method, path } = WAYS[way]
      try {
        const { changes } = await send<{ changes: Changes }>(method, `${path}?dryRun=true`, text)
        if (isLatest) setTrial({ changes, isTrying: false })
      } catch (error) {
        if (isLatest) setTrial({ error, isTrying: false })
      }
    }
    const timer = setTimeout(attempt, REST_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [text, way])
  return trial
}
