import { useEffect, useState } from 'preact/hooks'
import type { Changes } from '../../../src/admin/dry-run.js'
import { ApiError, send } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Editor } from '../../components/editor.js'
import { SelectField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { WouldChange } from '../history/changes.js'
import { say } from '../said.js'

const WAYS = {
  merge: {
    label: 'merge into the state',
    method: 'PATCH',
    path: '/state',
    button: 'Merge',
    done: 'Merged into the state.',
  },
  replace: {
    label: 'replace the state',
    method: 'PUT',
    path: '/state',
    button: 'Replace state',
    done: 'State replaced. A reset still goes back to the seed.',
  },
  seed: {
    label: 'replace the seed, and reset',
    method: 'PUT',
    path: '/seed',
    button: 'Replace seed',
    done: 'Seed replaced.',
  },
} as const

type Way = keyof typeof WAYS

const isWay = (text: string): text is Way => Object.hasOwn(WAYS, text)

const OPTIONS = Object.entries(WAYS).map(([way, { label }]) => [way, label] as const)

/** Longer seeds aren't shown in the editor. */
const EDITED_MAX = 200_000

/** Real ms to wait after the last change. */
const REST_MS = 300

interface SeedProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onClose: () => void
}

/** If the seed is invalid, the user can fix it here. */
export function Seed({ text, onText, onClose }: SeedProps) {
  const [way, setWay] = useState<Way>('merge')
  const { changes, error, isTrying } = useTrial(text, way)
  const problems = error instanceof ApiError ? error.problems : []
  const isEdited = text.length <= EDITED_MAX
  const { method, path, button, done } = WAYS[way]
  const { isBusy, ...taking } = useAction(async () => {
    await send(method, path, text)
    say({ text: done })
    onClose()
  })
  return (
    <Form class="stack" onSubmit={taking.start}>
      <SelectField
        label="Action"
        options={OPTIONS}
        value={way}
        onValue={(chosen) => isWay(chosen) && setWay(chosen)}
      />
      {isEdited && (
        <Editor
          label="Seed"
          hint="YAML or JSON"
          rows={10}
          value={text}
          onValue={onText}
          problems={problems}
          isListing
        />
      )}
      {!(isEdited && problems.length > 0) && <InlineError error={error} />}
      <section aria-label="What would change" aria-busy={isTrying}>
        {changes !== undefined && <WouldChange of={changes} />}
      </section>
      <InlineError error={taking.error} />
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

/** Dry-runs the seed whenever it changes. */
function useTrial(text: string, way: Way): Trial {
  const [trial, setTrial] = useState<Trial>({ isTrying: false })
  useEffect(() => {
    if (text.trim() === '') return setTrial({ isTrying: false })
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
