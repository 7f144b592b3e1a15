import { useEffect, useRef, useState } from 'preact/hooks'
import type { RequestSummary } from '../../../client/requests.js'
import { get } from '../../api.js'
import { listen } from '../../live.js'
import type { Filter } from './filter.js'

/** Rows that are kept on the page; the journal itself holds more. */
export const ROWS_MAX = 200

/** How often rows are added, ms: more often nobody could read. */
const BEAT_MS = 150

export interface Journal {
  /** Newest first. */
  readonly rows: readonly RequestSummary[] | undefined
  readonly error: unknown
  /** How many came while it was held. */
  readonly waiting: number
  /** Forgets what is shown, after the journal itself was emptied. */
  readonly clear: () => void
}

interface Listed {
  readonly rows?: readonly RequestSummary[]
  readonly error?: unknown
}

/**
 * The newest requests that pass a filter, as they come in.
 *
 * @param isHeld keeps the rows as they are; what comes meanwhile is shown afterwards
 */
export function useJournal(filter: Filter, isHeld: boolean): Journal {
  const [listed, setListed] = useState<Listed>({})
  const [waiting, setWaiting] = useState(0)
  const held = useRef(isHeld)
  held.current = isHeld
  const release = useRef(() => {})
  const key = JSON.stringify(filter)

  useEffect(() => {
    const controller = new AbortController()
    const isFiltered = key !== '{}'
    let rows: readonly RequestSummary[] = []
    let arrived: RequestSummary[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    // Requests that come before the list does are in the list as well.
    let isListed = false

    const load = async () => {
      try {
        const answer = await get<{ requests: RequestSummary[] }>(
          '/requests',
          { ...JSON.parse(key), limit: ROWS_MAX },
          controller.signal,
        )
        const known = new Set(answer.requests.map(({ id }) => id))
        arrived = isListed ? [] : arrived.filter(({ id }) => !known.has(id))
        rows = answer.requests
        isListed = true
        if (!controller.signal.aborted) setListed({ rows })
      } catch (error) {
        if (!controller.signal.aborted) setListed((before) => ({ ...before, error }))
      }
    }
    const show = async () => {
      timer = undefined
      if (!isListed) return
      if (held.current) {
        setWaiting(arrived.length)
        return
      }
      setWaiting(0)
      // Whether they pass the filter is the emulator's to say.
      if (isFiltered) return load()
      rows = [...arrived.reverse(), ...rows].slice(0, ROWS_MAX)
      arrived = []
      setListed({ rows })
    }
    const schedule = () => {
      timer ??= setTimeout(show, BEAT_MS)
    }
    release.current = schedule
    const begin = () => {
      isListed = false
      arrived = []
      void load()
    }
    begin()
    const ends = [
      listen('request', (data) => {
        arrived.push(...(data as readonly RequestSummary[]))
        // Of those that wait only as many could be shown.
        if (arrived.length > 2 * ROWS_MAX) arrived = arrived.slice(-ROWS_MAX)
        schedule()
      }),
      listen('reset', begin),
      listen('missed', begin),
    ]
    return () => {
      controller.abort()
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [key])
  useEffect(() => {
    if (!isHeld) release.current()
  }, [isHeld])

  return { rows: listed.rows, error: listed.error, waiting, clear: () => setListed({ rows: [] }) }
}
