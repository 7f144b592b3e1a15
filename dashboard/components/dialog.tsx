import type { ComponentChildren, RefObject } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './button.js'
import { Icon } from './icon.js'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** True to hide the close button and ignore Escape. */
  readonly firm?: boolean
}

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

/** Also gives the focus back when the dialog closes. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // A layout effect, so that a key pressed right after Escape reaches the right element.
  useLayoutEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    return () => {
      // Nothing outside an open modal can be focused, so close it first.
      shown?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
}
