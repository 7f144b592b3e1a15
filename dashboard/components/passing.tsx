import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** ms that a reader has for what goes by itself. */
const SHOWN_MS = 8000

interface PassingProps {
  readonly class: string
  readonly style?: Readonly<Record<string, string>>
  /** Takes it away; left out, it stays. */
  readonly onEnd: (() => void) | undefined
  readonly children: ComponentChildren
}

/** Something that goes after a while, unless it is pointed at or has the focus. */
export function Passing({ onEnd, children, ...rest }: PassingProps) {
  const [isHeld, setIsHeld] = useState(false)
  // Before the next frame: the timer may be nearly over.
  useLayoutEffect(() => {
    if (onEnd === undefined || isHeld) return
    const timer = setTimeout(onEnd, SHOWN_MS)
    return () => clearTimeout(timer)
    // Other contents have their own time.
  }, [onEnd, isHeld, children])
  const [hold, leave] = [() => setIsHeld(true), () => setIsHeld(false)]
  return (
    <div {...rest} onPointerEnter={hold} onPointerLeave={leave} onFocusIn={hold} onFocusOut={leave}>
      {children}
    </div>
  )
}
