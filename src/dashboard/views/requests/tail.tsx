import { useState } from 'preact/hooks'
import { run } from '../../api.js'
import { Action, Button, Confirm } from '../../components/button.js'
import { InlineError } from '../../components/notice.js'
import { count } from '../../lib/format.js'
import { route, setQuery } from '../../router.js'
import { useLog } from './admin-calls.js'
import { CommandDetails } from './command-details.js'
import { Details } from './details.js'
import { FilterForm, filterOf } from './filter.js'
import { FirstRequest } from './first-request.js'
import { saveHar } from './har.js'
import { useJournal } from './journal.js'
import { interleave, type JournalRow } from './journal-rows.js'
import { ROWS_MAX } from './journal-tail.js'
import { Rows } from './rows.js'

/** The journal as it grows, and beside it the request that is open. */
export function Tail() {
  const { query } = route.value
  const filter = filterOf(query)
  const openId = query.get('id') ?? ''
  const [isPaused, setIsPaused] = useState(false)
  const { rows, error, waiting, restart } = useJournal(filter, isPaused)
  const isFiltered = Object.keys(filter).length > 0
  const log = useLog(rows)
  const open = ({ id }: JournalRow) => setQuery({ id: id === openId ? '' : id })
  // Ids of admin calls begin with a, those of requests with r.
  const Open = openId.startsWith('a') ? CommandDetails : Details
  return (
    <>
      <FilterForm filter={filter} />
      <InlineError error={error} />
      <div class={`journal${openId === '' ? '' : ' has-open'}`}>
        <section class="card flush journal-list" aria-label="Requests">
          <header>
            <p class="hint journal-count">
              {rows === undefined ? 'Loading…' : countText(rows.length, waiting)}
            </p>
            <div class="aside">
              <Button small aria-pressed={isPaused} onClick={() => setIsPaused(!isPaused)}>
                {isPaused ? 'Go on' : 'Hold'}
              </Button>
              <Action small run={saveHar}>
                Save HAR
              </Action>
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
          </header>
          {rows !== undefined && rows.length === 0 && <FirstRequest isFiltered={isFiltered} />}
          {rows !== undefined && rows.length > 0 && (
            <Rows rows={isFiltered ? rows : interleave(rows, log)} openId={openId} onOpen={open} />
          )}
        </section>
        {openId !== '' && <Open key={openId} id={openId} onClose={() => setQuery({ id: '' })} />}
      </div>
    </>
  )
}

function countText(listed: number, waiting: number): string {
  const more = waiting > 0 ? `, ${count(waiting)} more came meanwhile` : ''
  if (listed === ROWS_MAX) return `The newest ${ROWS_MAX}${more}. A filter finds older ones.`
  return `${count(listed)} shown${more}`
}
