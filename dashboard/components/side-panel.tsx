import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { focusHeading } from '../focus.js'
import { Button } from './button.js'
import { Icon } from './icon.js'

interface SplitProps {
  /** What is open beside the list; '' if nothing is. */
  readonly openId: string
  /** The panel of what is open. */
  readonly panel: ComponentChildren
  /** The list. */
  readonly children: ComponentChildren
}

/**
 * A list, and beside it what is open; in a narrow window that takes the place of the list. Opening moves the focus
 * to what appears, closing moves it back to the row.
 */
export function Split({ openId, panel, children }: SplitProps) {
  const before = useRef(openId)
  const place = useRef<HTMLDivElement>(null)
  // Before the browser draws: a key that is pressed right after Escape goes where the focus is.
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
  /** What its button closes: "request". */
  readonly of: string
  readonly onClose: () => void
  /** What can be done with it: they stay in sight. */
  readonly actions?: ComponentChildren
  /** Escape does not close it: something is being typed. */
  readonly isFirm?: boolean
  readonly children: ComponentChildren
}

/** One thing of a list, beside the list. Escape closes it. */
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

/** Where Escape ends something else first. */
const IN_FRONT = 'dialog[open], :popover-open'

/** Calls back when Escape is pressed, and nothing that is in front of the page takes it. */
function useEscape(onEscape: (() => void) | undefined): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  // Before the browser draws: Escape may be the next key.
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
