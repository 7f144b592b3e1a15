import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Gives the focus back to a button once the reader returns from its target.
 *
 * @param isAway whether the reader is there
 */
export function useReturnFocus(isAway: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway) button.current?.focus()
    wasAway.current = isAway
  }, [isAway])
  return button
}
