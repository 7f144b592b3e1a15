import { useState } from 'preact/hooks'
import type { NamespaceInfo } from '../../../src/services/kv/admin.js'
import { run } from '../../api.js'
import { Button, Confirm } from '../../components/button.js'
import { CheckField } from '../../components/field.js'
import { InlineError } from '../../components/notice.js'
import { Present } from '../../components/present.js'
import { Split } from '../../components/side-panel.js'
import { SortField, sortNow } from '../../components/table.js'
import { undoneIn } from '../../features/history/undone.js'
import { count, counted } from '../../lib/format.js'
import { filterOf, isFiltered } from '../../lib/request-filter.js'
import { closeQuery, openQuery, route, setQuery } from '../../router.js'
import { useAdminCalls } from './admin-calls.js'
import { CommandDetails, ResetDetails } from './command-details.js'
import { FilterBar } from './filter-bar.js'
import { FirstRequest } from './first-request.js'
import { HeldCard } from './held-card.js'
import { useJournal } from './journal.js'
import { callsFor, folded, interleave, markedUndone, runOf } from './journal-rows.js'
import { EMPTY_TAIL } from './journal-tail.js'
import { ComparisonPanel, RequestPanel } from './request-panel.js'
import { journalOrders, NEWEST_FIRST, Rows } from './rows.js'
import { useKeys } from './use-keys.js'

export function Tail({ namespaces }: { readonly namespaces: readonly NamespaceInfo[] }) {
  const { query } = route.value
  const filter = filterOf(query)
  const isComparing = query.has('from')
  const openId = isComparing ? 'changes' : (query.get('id') ?? '')
  const sort = sortNow(NEWEST_FIRST)
  // Admin calls can only be merged if the requests are sorted by time.
  const hasCalls = query.get('calls') !== 'off' && sort === ''
  const [isPaused, setIsPaused] = useState(false)
  const { data, isFormer, error, restart, loadOlder } = useJournal(filter, sort, isPaused)
  const { rows, isWhole, waiting, statuses } = data ?? EMPTY_TAIL
  const log = useAdminCalls(rows)
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const all = hasCalls && data !== undefined ? interleave(rows, callsFor(filter, log), isWhole) : rows
  const marked = markedUndone(all, undoneIn(log.calls))
  const shown = sort === '' ? folded(marked, new Set([...unfolded, openId])) : marked
  const close = () => closeQuery(isComparing ? { from: '', to: '' } : { id: '' })
  const openOrUnfold = (id: string) => {
    const row = shown.find((one) => one.id === id)
    if (row !== undefined && runOf(row) !== undefined) setUnfolded([...unfolded, id])
    else if (id === openId) close()
    else openQuery({ id, from: '', to: '' })
  }
  useKeys({ rows: shown, openId })
  const pause = (
    <Button aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
  const Open = isComparing ? ComparisonPanel : openPanel(openId)
  return (
    <>
      <FilterBar
        filter={filter}
        statuses={statuses}
        choices={
          <>
            {!isPaused && pause}
            <SortField orders={journalOrders} usual={NEWEST_FIRST} usualName="newest first" />
            <CheckField
              label="Show admin calls"
              checked={hasCalls}
              disabled={sort !== ''}
              onValue={(checked) => setQuery({ calls: checked ? '' : 'off' })}
            />
            <Confirm
              label="Clear journal"
              of=""
              isOfRun
              run={async () => {
                await run.remove('/requests')
                restart()
              }}
            />
          </>
        }
      >
        <p class="hint journal-count">
          {error === undefined &&
            (data === undefined || isFormer
              ? 'Loading…'
              : countText({ listed: rows.length, all: all.length, waiting, isWhole, sort }))}
        </p>
        {isPaused && pause}
      </FilterBar>
      <InlineError error={error} />
      <Present>
        <HeldCard />
      </Present>
      <Split openId={openId} panel={<Open key={openId} id={openId} onClose={close} />}>
        <section class="card flush journal-list" aria-label="Requests" aria-busy={isFormer}>
          {data?.rows.length === 0 && <FirstRequest namespaces={namespaces} filter={filter} />}
          {(rows.length > 0 || (isFiltered(filter) && shown.length > 0)) && (
            <Rows sort={sort} rows={shown} openId={openId} onOpen={openOrUnfold} onNearEnd={loadOlder} />
          )}
          {!isWhole && shown.length < all.length && (
            <p class="inset">
              <Button small onClick={loadOlder}>
                Load older requests
              </Button>
            </p>
          )}
        </section>
      </Split>
    </>
  )
}

const openPanel = (id: string) =>
  id === 'reset' ? ResetDetails : id.startsWith('a') ? CommandDetails : RequestPanel

interface Counts {
  readonly listed: number
  /** Including the admin calls. */
  readonly all: number
  /** Requests that arrived since the list was loaded. */
  readonly waiting: number
  readonly isWhole: boolean
  readonly sort: string
}

function countText({ listed, all, waiting, isWhole, sort }: Counts): string {
  const more = waiting > 0 ? `, ${count(waiting)} new` : ''
  if (isWhole) {
    return `${count(listed)} shown${more}${all > listed ? `, and ${counted(all - listed, 'admin call')}` : ''}`
  }
  return sort === ''
    ? `Newest ${count(listed)}${more}. Scroll for older ones.`
    : `First ${count(listed)}${more}. Scroll for more.`
}
