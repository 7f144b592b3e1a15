import { useState } from 'preact/hooks'
import type { DatabaseKeyInfo } from '../../../src/admin/calls/database-keys.js'
import { at, remove, send } from '../../api.js'
import { Button, Confirm, useAction } from '../../components/button.js'
import { Copy } from '../../components/copy.js'
import { CheckField, SelectField, TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { FoundItems } from '../../components/found-items.js'
import { Empty, InlineError, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { ShortText, shortText } from '../../components/short-text.js'
import { fieldErrors } from '../../lib/field-errors.js'
import { counted } from '../../lib/format.js'
import { idText } from '../../lib/json-text.js'
import { byText, type RankedOrder } from '../../lib/sort.js'
import { useLive } from '../../live.js'
import { listKeys, listRecords, PROJECTS } from './records.js'

const ORDERS: readonly RankedOrder<DatabaseKeyInfo<string>>[] = [byText('key', ({ key }) => key)]

/** The keys of the database, and what each sees. */
export function KeysCard({ onChanged }: { readonly onChanged: () => void }) {
  const live = useLive(listKeys, undefined, ['request', 'reset', 'database-keys'])
  const changed = () => {
    live.reload()
    onChanged()
  }
  return (
    <Card title="Keys" flush>
      <Loaded of={live}>
        {(keys) => (
          <>
            {keys.length === 0 ? (
              <Empty title="No key yet">
                Without one, every request of the app is refused: make one below.
              </Empty>
            ) : (
              <FoundItems
                label="Keys of the database"
                items={keys}
                textsOf={({ key, projects = [], documents = [] }) => [key, ...projects, ...documents]}
                orders={ORDERS}
              >
                {(key) => (
                  <li key={key.key}>
                    <div class="items-name">
                      <ShortText mono text={key.key} />
                      <Scope of={key} />
                    </div>
                    <span class="items-acts">
                      <Copy text={() => key.key} of={`the key ${key.key}`} />
                      <Confirm
                        label="Revoke"
                        of={`the key ${key.key}`}
                        run={async () => {
                          await remove(at`/database-keys/${key.key}`)
                          changed()
                        }}
                      />
                    </span>
                  </li>
                )}
              </FoundItems>
            )}
            <NewKey onChanged={changed} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** A longer list of ids is given as their number. */
const NAMED_MAX = 8

function Scope({ of: { projects, documents, outOfScope } }: { readonly of: DatabaseKeyInfo<string> }) {
  if (projects === undefined && documents === undefined) return <p class="hint">every project and document</p>
  const parts = [idList('project', projects), idList('document', documents)].filter((part) => part !== '')
  const seen = parts.length === 0 ? 'nothing but what it creates' : parts.join(' and ')
  return (
    <p class="hint">
      limited to {seen}; a list of nothing in scope is {outOfScope === 'forbidden' ? '403' : 'empty'}
    </p>
  )
}

function idList(noun: string, ids: readonly string[] = []): string {
  if (ids.length === 0) return ''
  return ids.length > NAMED_MAX
    ? counted(ids.length, noun)
    : `${noun}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`
}

const OUTSIDE = [
  ['empty', 'a list is empty'],
  ['forbidden', 'a list is refused: 403'],
] as const

function NewKey({ onChanged }: { readonly onChanged: () => void }) {
  const [key, setKey] = useState('')
  const [isScoped, setIsScoped] = useState(false)
  const [projects, setProjects] = useState('')
  const [documents, setDocuments] = useState('')
  const [outOfScope, setOutOfScope] = useState('empty')
  const { isBusy, error, start } = useAction(async () => {
    const scope = [
      `"projects": ${idsText(projects)}`,
      `"documents": ${idsText(documents)}`,
      `"outOfScope": "${outOfScope}"`,
    ]
    const members = [...(key === '' ? [] : [`"key": ${JSON.stringify(key)}`]), ...(isScoped ? scope : [])]
    await send('POST', '/database-keys', `{${members.join(', ')}}`)
    setKey('')
    onChanged()
  })
  const errors = fieldErrors(error, 'key', 'projects', 'documents')
  const offered = useLive((signal) => listRecords(PROJECTS, { limit: NAMED_MAX }, signal), undefined, [
    'reset',
    'projects',
  ])
  const known = (offered.data?.rows ?? [])
    .map(({ id, heading }) => `${id} ${shortText(heading, 20)}`)
    .join(', ')
  return (
    <Form class="inset stack" error={error} onSubmit={start}>
      <div class="form">
        <TextField
          label="New key"
          placeholder="generated"
          hint="Left empty, it is generated."
          value={key}
          onValue={setKey}
          error={errors.of('key')}
        />
        {isScoped && (
          <>
            <TextField
              label="Projects in scope"
              placeholder="10, 11"
              hint={`Ids, with all their documents${known === '' ? '' : `: ${known}`}`}
              value={projects}
              onValue={setProjects}
              error={errors.of('projects')}
            />
            <TextField
              label="Documents in scope"
              placeholder="1, 2"
              hint="Ids, wherever they are"
              value={documents}
              onValue={setDocuments}
              error={errors.of('documents')}
            />
            <SelectField
              label="When nothing is in scope"
              options={OUTSIDE}
              value={outOfScope}
              onValue={setOutOfScope}
            />
          </>
        )}
      </div>
      <InlineError error={errors.rest} />
      <div class="row">
        <CheckField label="Limit scope" checked={isScoped} onValue={setIsScoped} />
        <span class="grow" />
        <Button type="submit" aria-busy={isBusy}>
          Create key
        </Button>
      </div>
    </Form>
  )
}

/** "10, 11" as a JSON array, digit for digit. */
function idsText(typed: string): string {
  const ids = typed.split(/[\s,]+/).filter((id) => id !== '')
  return `[${ids.map(idText).join(', ')}]`
}
