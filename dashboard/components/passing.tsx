import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

const SHOWN_MS = 8000

interface PassingProps {
  readonly class: string
  readonly style?: Readonly<Record<string, string>>
  /** Undefined if the message stays. */
  readonly onEnd: (() => void) | undefined
  readonly children: ComponentChildren
}

/** Disappears after a few seconds, unless it's hovered or focused. */
export function Passing({ onEnd, children, ...rest }: PassingProps) {
  const [isHeld, setIsHeld] = useState(false)
  // A layout effect, because the timer may be about to fire.
  useLayoutEffect(() => {
    if (onEnd === undefined || isHeld) return
    const timer = setTimeout(onEnd, SHOWN_MS)
    return () => clearTimeout(timer)
    // New content restarts the timer.
  }, [onEnd, isHeld, children])
  const [hold, leave] = [() => setIsHeld(true), () => setIsHeld(false)]
  return (
    <div {...rest} onPointerEnter={hold} onPointerLeave={leave} onFocusIn={hold} onFocusOut={leave}>
      {children}
    </div>
  )
}
