import { useEffect, useRef } from 'preact/hooks'
import { now } from '../../clock.js'
import { askedFilter, type Filter } from '../../lib/request-filter.js'
import { type Shown, useSource } from '../../live.js'
import { JournalTail, type TailState } from './journal-tail.js'

interface Journal extends Shown<TailState> {
  readonly restart: () => void
  readonly loadOlder: () => void
}

/**
 * @param sort '' for newest first
 * @param isPaused keeps the rows as they are, and shows new requests later
 */
export function useJournal(filter: Filter, sort: string, isPaused: boolean): Journal {
  const tail = useRef<JournalTail | undefined>(undefined)
  const query = JSON.stringify({ ...filter, sort })
  const shown = useSource<TailState>('the journal', query, (take) => {
    const own = new JournalTail(askedFilter(filter, now.peek()), sort, take)
    tail.current = own
    return () => own.stop()
  })
  useEffect(() => tail.current?.pause(isPaused), [isPaused, query])
  return {
    ...shown,
    restart: () => tail.current?.restart(),
    loadOlder: () => void tail.current?.loadOlder(),
  }
}
