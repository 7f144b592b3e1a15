import { useEffect, useRef, useState } from 'preact/hooks'
import type { Filter } from '../../lib/request-filter.js'
import { EMPTY_TAIL, JournalTail, type TailState } from './journal-tail.js'

interface Journal extends TailState {
  /** Starts again, as after the journal was emptied. */
  readonly restart: () => void
  /** Loads a page of older requests. */
  readonly loadOlder: () => void
}

/**
 * The first requests that pass a filter, as they come in.
 *
 * @param sort the order, as the admin interface calls it; '' for the newest first
 * @param isPaused keeps the rows as they are; requests that come in the meantime are shown afterwards
 */
export function useJournal(filter: Filter, sort: string, isPaused: boolean): Journal {
  const [state, setState] = useState(EMPTY_TAIL)
  const tail = useRef<JournalTail | undefined>(undefined)
  const key = JSON.stringify({ ...filter, sort })
  useEffect(() => {
    // The former list stays until the new one is there.
    const own = new JournalTail(filter, sort, (next) =>
      setState((before) => ({ ...next, rows: next.rows ?? before.rows })),
    )
    tail.current = own
    return () => own.stop()
  }, [key])
  useEffect(() => tail.current?.pause(isPaused), [isPaused, key])
  return {
    ...state,
    restart: () => tail.current?.restart(),
    loadOlder: () => void tail.current?.loadOlder(),
  }
}
