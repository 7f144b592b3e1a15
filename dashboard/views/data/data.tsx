import { useEffect, useRef, useState } from 'preact/hooks'
import type { DatabaseInfo } from '../../../src/services/documents/admin.js'
import { send } from '../../api.js'
import { Action, Button } from '../../components/button.js'
import { Dialog } from '../../components/dialog.js'
import { type Draft, DraftForm, type FieldSpec } from '../../components/draft-form.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Card, Page } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { RecordList } from '../../features/records/record-list.js'
import { wholeNumber } from '../../lib/field-errors.js'
import { counted } from '../../lib/format.js'
import { openQuery } from '../../router.js'
import { isNarrow } from '../../window-width.js'
import { HolderCard } from './holder-card.js'
import { type Holder, type HolderKind, NAMESPACES, STORES } from './holder-kind.js'
import { DATABASE_KEYS } from './keys.js'
import { OwnState } from './own-state.js'
import { DOCUMENTS, PROJECTS } from './records.js'
import { type OpenData, openDataIn, Tree, useDataTree } from './tree.js'

/** Shows one part of the data. The navigation has links to the others. */
export function Data() {
  const live = useDataTree()
  const [made, setMade] = useState<HolderKind | undefined>(undefined)
  return (
    <Page
      title="Data"
      actions={
        <Present>
          {[NAMESPACES, STORES].map((kind) => (
            <Button key={kind.noun} small onClick={() => setMade(kind)}>
              New {kind.noun}
            </Button>
          ))}
        </Present>
      }
    >
      <Loaded of={live}>
        {(tree) => {
          const open = openDataIn(tree)
          return (
            <>
              {isNarrow.value && <FoldedTree open={open} />}
              <Part open={open} database={tree.database} />
            </>
          )
        }}
      </Loaded>
      {made !== undefined && (
        <Dialog title={`New ${made.noun}`} onClose={() => setMade(undefined)}>
          <DraftForm
            fields={NEW}
            start={{ name: '', owner: '' }}
            verb="Create"
            save={(draft) => make(made, draft).then(live.reload)}
            onSaved={() => setMade(undefined)}
            onCancel={() => setMade(undefined)}
          />
        </Dialog>
      )}
    </Page>
  )
}

/** For windows too narrow for the tree in the navigation. */
function FoldedTree({ open: { id } }: { readonly open: OpenData }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => details.current?.removeAttribute('open'), [id])
  return (
    <details class="tree" ref={details}>
      <summary>
        <span class="hint">Open:</span> <bdi>{id ?? 'nothing'}</bdi>
      </summary>
      <Tree />
    </details>
  )
}

interface PartProps {
  readonly open: OpenData
  readonly database: DatabaseInfo
}

function Part({ open, database }: PartProps) {
  if (open.part === 'service') return <OwnState key={open.id} service={open.service} />
  const { part, id, holder } = open
  if (part === 'documents' || part === 'projects') {
    const kind = part === 'documents' ? DOCUMENTS : PROJECTS
    return (
      <RecordList key={part} kind={kind}>
        {(list) => (
          <Card title={counted(database[part], kind.noun)} flush>
            {list}
          </Card>
        )}
      </RecordList>
    )
  }
  if (part === 'database-keys') {
    return (
      <div class="stack">
        <RateLimit rateLimit={database.rateLimit} />
        <RecordList kind={DATABASE_KEYS}>
          {(list) => (
            <Card title="Database keys" flush>
              {list}
            </Card>
          )}
        </RecordList>
      </div>
    )
  }
  if (holder !== undefined) return <HolderCard key={holder.id} kind={part} holder={holder} />
  return (
    <div class="card">
      {id === undefined ? (
        <Empty title={`No ${part.noun}s yet`}>Create one with New {part.noun}, or open a seed.</Empty>
      ) : (
        <Empty title={`No ${part.noun} called ${id}`}>
          It may have been deleted, or removed by a reset. Choose another one.
        </Empty>
      )}
    </div>
  )
}

/** Also creates an admin key, and opens the namespace or store. */
async function make({ area, parameter }: HolderKind, { name, owner }: Draft): Promise<void> {
  const { id } = await send<Holder>('POST', `/${area}`, { name, ...(owner === '' ? {} : { owner }) })
  await send('POST', `/${area}/${id}/keys`, { scope: 'admin' })
  openQuery({
    ns: '',
    store: '',
    in: '',
    service: '',
    key: '',
    id: '',
    find: '',
    sort: '',
    tab: '',
    [parameter]: id,
  })
}

const NEW: readonly FieldSpec[] = [
  {
    name: 'name',
    label: 'Name',
    placeholder: 'shop',
    hint: 'Letters, digits and hyphens. The rest of the id is generated.',
    isNeeded: true,
  },
  {
    name: 'owner',
    label: 'Owner',
    placeholder: 'user_local',
    hint: 'The user whose tokens are accepted. An admin key is created too.',
  },
]

const FIELDS: readonly FieldSpec[] = [
  { name: 'requests', label: 'Requests', path: 'rateLimit.requests', placeholder: '60', isNeeded: true },
  {
    name: 'per',
    label: 'Window',
    path: 'rateLimit.per',
    hint: 'E.g. 30s, 1m or 1h. Windows start at its multiples.',
  },
]

const set = (rateLimit: object | null) => send('PATCH', '/database', { rateLimit })

function RateLimit({ rateLimit }: Pick<DatabaseInfo, 'rateLimit'>) {
  return (
    <Card title="Rate limit">
      <DraftForm
        fields={FIELDS}
        start={{ requests: String(rateLimit?.requests ?? ''), per: rateLimit?.per ?? '1m' }}
        verb="Set rate limit"
        save={({ requests = '', per }) => set({ requests: wholeNumber(requests), per })}
      >
        <div class="row">
          <p class="hint grow">
            {rateLimit === null
              ? 'No limit: keys can send as many requests as they like.'
              : `Each key can send ${counted(rateLimit.requests, 'request')} in ${rateLimit.per} of virtual time. Any more get 429.`}
          </p>
          <Action small disabled={rateLimit === null} run={() => set(null)}>
            Remove limit
          </Action>
        </div>
      </DraftForm>
    </Card>
  )
}
