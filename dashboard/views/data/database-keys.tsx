import type { DatabaseKeyInfo } from '../../../src/admin/calls/database-keys.js'
import { at, send } from '../../api.js'
import type { Draft, FieldSpec } from '../../components/draft-form.js'
import { Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { Keys } from '../../features/records/keys.js'
import { counted } from '../../lib/format.js'
import { idText } from '../../lib/json-text.js'
import { useLive } from '../../live.js'
import { listDatabaseKeys } from './records.js'

const isScoped = ({ limited }: Draft): boolean => limited !== ''

const FIELDS: readonly FieldSpec[] = [
  { name: 'key', label: 'New key', placeholder: 'generated', hint: 'Left empty, it is generated.' },
  { name: 'limited', label: 'Limit scope', type: 'check' },
  {
    name: 'projects',
    label: 'Projects in scope',
    placeholder: '10, 11',
    hint: 'Ids, with all their documents',
    isShown: isScoped,
  },
  {
    name: 'documents',
    label: 'Documents in scope',
    placeholder: '1, 2',
    hint: 'Ids, wherever they are',
    isShown: isScoped,
  },
  {
    name: 'outOfScope',
    label: 'When nothing is in scope',
    options: [
      ['empty', 'a list is empty'],
      ['forbidden', 'a list is refused: 403'],
    ],
    isShown: isScoped,
  },
]

/** The keys of the database, and what each sees. */
export function DatabaseKeys({ onChanged }: { readonly onChanged: () => void }) {
  const live = useLive(listDatabaseKeys, undefined, ['request', 'reset', 'database-keys'])
  return (
    <Card title="Keys" flush>
      <Loaded of={live}>
        {(keys) => (
          <Keys
            of="the database"
            keys={keys}
            about={(key) => <p class="hint">{scopeText(key)}</p>}
            textsOf={({ projects = [], documents = [] }) => [...projects, ...documents]}
            pathOf={(key) => at`/database-keys/${key}`}
            fields={FIELDS}
            start={{ key: '', limited: '', projects: '', documents: '', outOfScope: 'empty' }}
            make={(draft) => send('POST', '/database-keys', bodyOf(draft))}
            onChanged={() => {
              live.reload()
              onChanged()
            }}
          />
        )}
      </Loaded>
    </Card>
  )
}

/** A longer list of ids is given as their number. */
const NAMED_MAX = 8

function scopeText({ projects, documents, outOfScope }: DatabaseKeyInfo<string>): string {
  if (projects === undefined && documents === undefined) return 'every project and document'
  const parts = [idList('project', projects), idList('document', documents)].filter((part) => part !== '')
  const seen = parts.length === 0 ? 'nothing but what it creates' : parts.join(' and ')
  return `limited to ${seen}; a list of nothing in scope is ${outOfScope === 'forbidden' ? '403' : 'empty'}`
}

function idList(noun: string, ids: readonly string[] = []): string {
  if (ids.length === 0) return ''
  return ids.length > NAMED_MAX
    ? counted(ids.length, noun)
    : `${noun}${ids.length === 1 ? '' : 's'} ${ids.join(', ')}`
}

/** The body as JSON text, since ids may have more digits than a number keeps. */
function bodyOf({ key = '', limited, projects = '', documents = '', outOfScope }: Draft): string {
  const scope = [
    `"projects": ${idsText(projects)}`,
    `"documents": ${idsText(documents)}`,
    `"outOfScope": ${JSON.stringify(outOfScope)}`,
  ]
  const own = key === '' ? [] : [`"key": ${JSON.stringify(key)}`]
  return `{${[...own, ...(limited === '' ? [] : scope)].join(', ')}}`
}

/** "10, 11" as a JSON array, digit for digit. */
function idsText(typed: string): string {
  const ids = typed.split(/[\s,]+/).filter((id) => id !== '')
  return `[${ids.map(idText).join(', ')}]`
}
