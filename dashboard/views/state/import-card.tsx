import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { JsonProblem } from '../../../src/core/json/json-problem.js'
import { ApiError, send } from '../../api.js'
import { Action, Button, Confirm } from '../../components/button.js'
import { Editor } from '../../components/editor.js'
import { SelectField } from '../../components/field.js'
import { Card } from '../../components/page.js'
import { isWay, WAY_OPTIONS, WAYS, type Way } from '../../features/drop/ways.js'
import { Done } from '../../features/history/undo.js'

const EXAMPLE = `version: 1
namespaces:
  - id: ns_shop_k3v9x2
    keys: [{ key: kv_admin_demo, scope: admin }]
    entries:
      - { key: "flag:checkout", value: { enabled: true }, ttlSeconds: 3600 }`

/** What is typed or picked: a change of view loses none of it. */
const draft = signal('')

/** Imports a seed; problems are marked at their lines, and the text stays. */
export function ImportCard({ onTaken }: { readonly onTaken: () => void }) {
  const text = draft.value
  const [way, setWay] = useState<Way>('merge')
  const [problems, setProblems] = useState<readonly JsonProblem[]>([])
  const [said, setSaid] = useState<ComponentChildren>('')
  const file = useRef<HTMLInputElement>(null)
  const { method, path, button, done } = WAYS[way]
  const type = (typed: string) => {
    draft.value = typed
    setProblems([])
    setSaid('')
  }
  const take = async () => {
    setSaid('')
    try {
      await send(method, path, text)
    } catch (error) {
      if (!(error instanceof ApiError) || error.problems.length === 0) throw error
      setProblems(error.problems)
      return
    }
    setProblems([])
    setSaid(<Done text={done} />)
    onTaken()
  }
  return (
    <Card title="Import">
      <div class="stack">
        <div class="toolbar">
          <SelectField
            label="What to do with it"
            options={WAY_OPTIONS}
            value={way}
            onValue={(chosen) => isWay(chosen) && setWay(chosen)}
          />
          <div>
            <Button onClick={() => file.current?.click()}>Pick a file</Button>
            <input
              ref={file}
              class="unseen"
              type="file"
              tabIndex={-1}
              aria-label="A seed file"
              accept=".yaml,.yml,.json"
              onChange={async ({ currentTarget: input }) => {
                const [picked] = input.files ?? []
                if (picked !== undefined) type(await picked.text())
                // An edited file can then be picked again.
                input.value = ''
              }}
            />
          </div>
        </div>
        <Editor
          label="Seed"
          hint="YAML or JSON, as under Export."
          rows={16}
          value={text}
          onValue={type}
          problems={problems}
          isListing
        />
        <div class="form-end">
          <div class="hint grow" role="status">
            {said}
          </div>
          {text === '' ? (
            <Button kind="quiet" onClick={() => type(EXAMPLE)}>
              Insert an example
            </Button>
          ) : (
            <Button kind="quiet" onClick={() => type('')}>
              Clear
            </Button>
          )}
          {text.trim() === '' ? (
            <Button disabled>{button}</Button>
          ) : way === 'merge' ? (
            <Action kind="primary" run={take}>
              {button}
            </Action>
          ) : (
            <Confirm key={way} label={button} of="by this text" small={false} run={take} />
          )}
        </div>
      </div>
    </Card>
  )
}
