import { useEffect, useRef } from 'preact/hooks'
import { setQuery } from '../../router.js'
import type { JournalRow } from './journal-rows.js'

interface Keys {
  /** Newest first. */
  readonly rows: readonly JournalRow[]
  readonly openId: string
}

/** j and k move to the list, or to the next request if one is open. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isElsewhere(event.target)
      )
        return
      if (act(event.key, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null

function act(key: string, { rows, openId }: Keys): boolean {
  if (key !== 'j' && key !== 'k') return false
  if (openId === '') {
    document.querySelector<HTMLElement>('.rows [data-row][tabindex="0"]')?.focus()
    return true
  }
  const next = rows[rows.findIndex(({ id }) => id === openId) + (key === 'j' ? 1 : -1)]
  if (next !== undefined) setQuery({ id: next.id })
  return true
}
