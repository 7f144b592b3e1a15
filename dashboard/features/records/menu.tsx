import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'

/** A button that opens what else can be done with a row. A press elsewhere or Escape closes it. */
export function Menu({ children }: { readonly children: ComponentChildren }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" class="button quiet small" popovertarget={id} aria-label="Actions">
        ⋯
      </button>
      {/* A press on its text is not one on the row. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: it does nothing */}
      <div
        id={id}
        class="menu"
        popover="auto"
        onClick={(event) => event.stopPropagation()}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {isOpen && children}
      </div>
    </>
  )
}
