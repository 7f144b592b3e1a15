import { useEffect, useRef, useState } from 'preact/hooks'
import type { NamespaceInfo } from '../../../src/admin/calls/namespaces.js'
import { run } from '../../api.js'
import { Button, Confirm } from '../../components/button.js'
import { InlineError } from '../../components/notice.js'
import { Present } from '../../components/present.js'
import { SortField, sortNow } from '../../components/table.js'
import { undoneIn } from '../../features/history/undone.js'
import { focusHeading } from '../../focus.js'
import { count, counted } from '../../lib/format.js'
import { filterOf, isFiltered } from '../../lib/request-filter.js'
import { closeQuery, openQuery, route, setQuery } from '../../router.js'
import { useAdminCalls } from './admin-calls.js'
import { CommandDetails, ResetDetails } from './command-details.js'
import { Details } from './details/details.js'
import { FilterBar } from './filter-bar.js'
import { FirstRequest } from './first-request.js'
import { HeldCard } from './held-card.js'
import { useJournal } from './journal.js'
import { callsFor, folded, interleave, isRequest, markedUndone } from './journal-rows.js'
import { EMPTY_TAIL } from './journal-tail.js'
import { journalOrders, NEWEST_FIRST, Rows } from './rows.js'
import { useKeys } from './use-keys.js'

/** The journal as it grows, and beside it the request that is open. */
export function Tail({ namespaces }: { readonly namespaces: readonly NamespaceInfo[] }) {
  const { query } = route.value
  const filter = filterOf(query)
  const openId = query.get('id') ?? ''
  const sort = sortNow(NEWEST_FIRST)
  // They are between requests that came one after the other, newest first.
  const hasCalls = query.get('calls') !== 'off' && sort === ''
  const [isPaused, setIsPaused] = useState(false)
  const { data, isFormer, error, restart, loadOlder } = useJournal(filter, sort, isPaused)
  const { rows, isWhole, waiting, statuses } = data ?? EMPTY_TAIL
  const log = useAdminCalls(rows)
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const all = hasCalls && data !== undefined ? interleave(rows, callsFor(filter, log), isWhole) : rows
  const marked = markedUndone(all, undoneIn(log.calls))
  const shown = sort === '' ? folded(marked, new Set([...unfolded, openId])) : marked
  const { open, close } = useOpening(openId)
  const openOrUnfold = (id: string) => {
    const row = shown.find((one) => one.id === id)
    if (row !== undefined && isRequest(row) && row.run !== undefined) setUnfolded([...unfolded, id])
    else open(id)
  }
  useKeys({ rows: shown, openId, close })
  const Open = openId === 'reset' ? ResetDetails : openId.startsWith('a') ? CommandDetails : Details
  return (
    <>
      <FilterBar filter={filter} statuses={statuses}>
        <div class="row journal-acts">
          <p class="hint journal-count">
            {error === undefined &&
              (data === undefined || isFormer
                ? 'Loading…'
                : countText({ listed: rows.length, all: all.length, waiting, isWhole, sort }))}
          </p>
          <div class="journal-sort">
            <SortField orders={journalOrders} usual={NEWEST_FIRST} usualName="newest first" />
          </div>
          <Button
            small
            kind="quiet"
            aria-pressed={hasCalls}
            disabled={sort !== ''}
            title="Shows the admin calls that changed the world between the requests"
            onClick={() => setQuery({ calls: hasCalls ? 'off' : '' })}
          >
            Admin calls
          </Button>
          <Button small aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Confirm
            label="Clear"
            of="the journal"
            isOfRun
            run={async () => {
              await run.remove('/requests')
              restart()
            }}
          />
        </div>
      </FilterBar>
      <InlineError error={error} />
      <Present>
        <HeldCard />
      </Present>
      <div class={`journal${openId === '' ? '' : ' has-open'}`}>
        {openId !== '' && <Open key={openId} id={openId} onClose={close} />}
        <section class="card flush journal-list" aria-label="Requests" aria-busy={isFormer}>
          {data?.rows.length === 0 && (
            <FirstRequest namespaces={namespaces} isFiltered={isFiltered(filter)} />
          )}
          {(rows.length > 0 || (isFiltered(filter) && shown.length > 0)) && (
            <Rows sort={sort} rows={shown} openId={openId} onOpen={openOrUnfold} onNearEnd={loadOlder} />
          )}
          {!isWhole && shown.length < all.length && (
            <p class="inset">
              <Button small onClick={loadOlder}>
                Older requests
              </Button>
            </p>
          )}
        </section>
      </div>
    </>
  )
}

/** Opening a row moves the focus to what appears; closing moves it back to the row. */
function useOpening(openId: string) {
  const before = useRef(openId)
  useEffect(() => {
    const from = before.current
    before.current = openId
    if (openId === from) return
    if (openId !== '') focusHeading(document.querySelector('.details'))
    else document.querySelector<HTMLElement>(`[data-row="${from}"]`)?.focus()
  }, [openId])
  const close = () => closeQuery({ id: '' })
  return { close, open: (id: string) => (id === openId ? close() : openQuery({ id })) }
}

interface Counts {
  readonly listed: number
  /** The requests, and the admin calls between them. */
  readonly all: number
  /** Requests that came since the list was loaded. */
  readonly waiting: number
  readonly isWhole: boolean
  readonly sort: string
}

function countText({ listed, all, waiting, isWhole, sort }: Counts): string {
  const more = waiting > 0 ? `, ${count(waiting)} more came in the meantime` : ''
  if (isWhole) {
    return `${count(listed)} shown${more}${all > listed ? `, and ${counted(all - listed, 'admin call')}` : ''}`
  }
  return sort === ''
    ? `The newest ${count(listed)}${more}; older ones as you scroll`
    : `The first ${count(listed)}${more}; others as you scroll`
}
