import { useEffect, useRef, useState } from 'preact/hooks'
import { get, send } from '../../api.js'
import { useWhileRunning } from '../../clock.js'
import { Button } from '../../components/button.js'
import { Dialog } from '../../components/dialog.js'
import { DraftForm, type FieldSpec } from '../../components/draft-form.js'
import { FindField, SelectField } from '../../components/field.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { shortText } from '../../components/short-text.js'
import { counted } from '../../lib/format.js'
import { isFound } from '../../lib/found.js'
import { inOrder } from '../../lib/sort.js'
import { useLive } from '../../live.js'
import { linkTo, openQuery, route, setQuery } from '../../router.js'
import { showInList } from '../../scroll.js'
import { HolderCard } from './holder-card.js'
import { type Holder, type HolderKind, NAMESPACES, ORDERS, STORES, sizeOf } from './holder-kind.js'

/** The namespaces: their entries, keys, limits and usage. */
export const KeyValue = () => <Holders kind={NAMESPACES} />

/** The config stores: their entries, keys and owners. */
export const Config = () => <Holders kind={STORES} />

/** The view of namespaces or of config stores: which there are, and the one that is open. */
function Holders({ kind }: { readonly kind: HolderKind }) {
  const { title, lead, noun, area, base, parameter } = kind
  const live = useLive(
    async (signal) => (await get<Record<string, readonly Holder[]>>(base, {}, signal))[area] ?? [],
    undefined,
    ['request', 'clock', 'reset', area],
  )
  // How many entries are expired changes with time alone.
  useWhileRunning(live.reload)
  const [isMaking, setIsMaking] = useState(false)
  const sought = route.value.query.get(parameter)
  const make = (
    <Present>
      <Button kind="primary" onClick={() => setIsMaking(true)}>
        New {noun}
      </Button>
    </Present>
  )
  return (
    <Page title={title} lead={lead} actions={make}>
      <Loaded of={live}>
        {(holders) => {
          const open = sought === null ? holders[0] : holders.find(({ id }) => id === sought)
          if (holders.length === 0) {
            return (
              <div class="card">
                <Empty title={`No ${noun} yet`}>Make the first one with New {noun}, or open a seed.</Empty>
              </div>
            )
          }
          return (
            <div class="master">
              <HolderList kind={kind} holders={holders} open={open} />
              {open === undefined ? (
                <div class="card">
                  <Empty title={`There is no ${noun} ${sought}`}>
                    It may have been deleted, or gone with a reset: choose another.
                  </Empty>
                </div>
              ) : (
                <HolderCard key={open.id} kind={kind} holder={open} changed={live.reload} />
              )}
            </div>
          )
        }}
      </Loaded>
      {isMaking && (
        <Dialog title={`New ${noun}`} onClose={() => setIsMaking(false)}>
          <DraftForm
            fields={NEW}
            start={{ name: '', owner: '' }}
            verb="Create"
            save={async ({ name, owner }) => {
              const { id } = await send<Holder>('POST', base, { name, ...(owner === '' ? {} : { owner }) })
              await send('POST', `${base}/${id}/keys`, { scope: 'admin' })
              openQuery({ [parameter]: id, key: '', find: '', tab: '', holders: '' })
              live.reload()
            }}
            onSaved={() => setIsMaking(false)}
            onCancel={() => setIsMaking(false)}
          />
        </Dialog>
      )}
    </Page>
  )
}

const NEW: readonly FieldSpec[] = [
  {
    name: 'name',
    label: 'Name',
    placeholder: 'shop',
    hint: 'Letters, digits and hyphens; the rest of its id is generated.',
    isNeeded: true,
  },
  {
    name: 'owner',
    label: 'Owner',
    placeholder: 'user_local',
    hint: 'Whose tokens may see it. It begins with an admin key.',
  },
]

interface HolderListProps {
  readonly kind: HolderKind
  readonly holders: readonly Holder[]
  readonly open: Holder | undefined
}

/** The namespaces or stores, to choose from. */
function HolderList({ kind: { noun, parameter, expires }, holders, open }: HolderListProps) {
  const { view, query } = route.value
  const current = useRef<HTMLAnchorElement>(null)
  const kept = Object.fromEntries(['tab', 'holders', 'order'].map((name) => [name, query.get(name) ?? '']))
  const { holders: sought = '', order = '' } = kept
  const found = holders.filter(({ id, owner }) => isFound(sought, id, owner))
  const orders = ORDERS.map(({ order: [way] }) => way).filter(([way]) => expires || way !== '-limit')
  // The one that a link opens may be far down.
  useEffect(() => showInList(current.current), [open?.id])
  return (
    <div class="holder-list">
      <FindField
        of={`${noun}s`}
        placeholder="id or owner"
        value={sought}
        onValue={(value) => setQuery({ holders: value })}
      />
      <SelectField
        label={`Sort ${noun}s by`}
        options={[['', 'order of creation'], ...orders]}
        value={order}
        onValue={(value) => setQuery({ order: value })}
      />
      <nav class="holders" aria-label={`All ${noun}s`}>
        {inOrder(found, order, ORDERS).map((holder) => (
          <a
            key={holder.id}
            href={linkTo(view, { ...kept, [parameter]: holder.id })}
            {...(holder.id === open?.id ? { 'aria-current': 'page' as const, ref: current } : {})}
          >
            <bdi class="holder-id" title={holder.id}>
              {holder.id}
            </bdi>
            <span class="holder-facts">
              <bdi>{shortText(holder.owner, 40)}</bdi>
              <span>{counted(sizeOf(holder), 'entry', 'entries')}</span>
            </span>
          </a>
        ))}
        {found.length === 0 && <p class="hint">None has these words.</p>}
      </nav>
    </div>
  )
}
