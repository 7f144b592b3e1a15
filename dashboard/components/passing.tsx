import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** Real ms. */
const SHOWN_MS = 8000

interface PassingProps {
  readonly class: string
  readonly style?: Readonly<Record<string, string>>
  /** Stays if undefined. */
  readonly onEnd: (() => void) | undefined
  readonly children: ComponentChildren
}

/** Goes away after a while, unless it is hovered or has the focus. */
export function Passing({ onEnd, children, ...rest }: PassingProps) {
  const [isHeld, setIsHeld] = useState(false)
  // A layout effect: the timer may be about to fire.
  useLayoutEffect(() => {
    if (onEnd === undefined || isHeld) return
    const timer = setTimeout(onEnd, SHOWN_MS)
    return () => clearTimeout(timer)
    // New contents get the full time.
  }, [onEnd, isHeld, children])
  const [hold, leave] = [() => setIsHeld(true), () => setIsHeld(false)]
  return (
    <div {...rest} onPointerEnter={hold} onPointerLeave={leave} onFocusIn={hold} onFocusOut={leave}>
      {children}
    </div>
  )
}
