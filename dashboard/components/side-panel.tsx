import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { focusHeading } from '../focus.js'
import { Button } from './button.js'
import { Icon } from './icon.js'

interface SplitProps {
  /** Empty if nothing is open. */
  readonly openId: string
  readonly panel: ComponentChildren
  readonly children: ComponentChildren
}

/**
 * A list with a panel next to it, or on top of it if the window is narrow. Opening the panel focuses it, and closing it
 * returns the focus to the row.
 */
export function Split({ openId, panel, children }: SplitProps) {
  const before = useRef(openId)
  const place = useRef<HTMLDivElement>(null)
  // A layout effect, so that a key pressed right after Escape reaches the right element.
  useLayoutEffect(() => {
    const from = before.current
    before.current = openId
    if (openId === from) return
    if (openId !== '') focusHeading(place.current?.querySelector('.side') ?? null)
    else place.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(from)}"]`)?.focus()
  }, [openId])
  return (
    <div ref={place} class="split-place">
      <div class={`split${openId === '' ? '' : ' has-open'}`}>
        {openId !== '' && panel}
        {children}
      </div>
    </div>
  )
}

interface SidePanelProps {
  readonly title: string
  /** Completes the label of the close button, e.g. "request". */
  readonly of: string
  readonly onClose: () => void
  /** Buttons that stay visible while the panel scrolls. */
  readonly actions?: ComponentChildren
  /** Ignores Escape, because the user is typing something. */
  readonly isFirm?: boolean
  readonly children: ComponentChildren
}

export function SidePanel({ title, of, onClose, actions, isFirm = false, children }: SidePanelProps) {
  useEscape(isFirm ? undefined : onClose)
  return (
    <aside class="card side" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <div class="aside">
          {actions}
          <Button kind="quiet" small aria-label={`Close the ${of}`} onClick={onClose}>
            <Icon of="close" />
          </Button>
        </div>
      </header>
      <div class="side-body">{children}</div>
    </aside>
  )
}

/** If one of these is open, Escape closes it instead of the panel. */
const IN_FRONT = 'dialog[open], :popover-open'

function useEscape(onEscape: (() => void) | undefined): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  // A layout effect, because Escape may be the very next key.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(IN_FRONT) !== null)
        return
      if (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return
      if (latest.current === undefined) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
