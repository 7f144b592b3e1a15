import type { ComponentChildren, RefObject } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './button.js'
import { Icon } from './icon.js'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Escape does not close it, and it has no close button. */
  readonly firm?: boolean
}

/** A dialog above the page; Escape closes it, and the focus goes back to where it came from. */
export function Dialog({ title, onClose, children, firm = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!firm) onClose()
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {!firm && (
          <Button kind="quiet" small aria-label="Close" onClick={onClose}>
            <Icon of="close" />
          </Button>
        )}
      </div>
      {children}
    </dialog>
  )
}

/** Opens a dialog above the page, and gives the focus back as it goes. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // Before the browser draws: a key that is pressed right after Escape goes where the focus is.
  useLayoutEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    return () => {
      // While it is open, nothing beside it takes the focus.
      shown?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
}
