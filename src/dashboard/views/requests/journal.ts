import { useEffect, useRef, useState } from 'preact/hooks'
import type { Filter } from './filter.js'
import { JournalTail, NOTHING_SHOWN, type Shown } from './journal-tail.js'

interface Journal extends Shown {
  /** Begins anew, as after the journal was emptied. */
  readonly restart: () => void
}

/**
 * The newest requests that pass a filter, as they come in.
 *
 * @param isHeld keeps the rows as they are; what comes meanwhile is shown afterwards
 */
export function useJournal(filter: Filter, isHeld: boolean): Journal {
  const [shown, setShown] = useState(NOTHING_SHOWN)
  const tail = useRef<JournalTail | undefined>(undefined)
  const key = JSON.stringify(filter)
  useEffect(() => {
    // The former list stays until the new one is there.
    const own = new JournalTail(JSON.parse(key), (next) =>
      setShown((before) => ({ ...next, rows: next.rows ?? before.rows })),
    )
    tail.current = own
    return () => own.stop()
  }, [key])
  useEffect(() => tail.current?.hold(isHeld), [isHeld, key])
  return { ...shown, restart: () => tail.current?.restart() }
}
