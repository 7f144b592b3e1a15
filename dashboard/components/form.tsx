import type { ComponentProps, TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { pastPath } from '../past-path.js'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => unknown
  /** Stays enabled while a past moment is shown. */
  readonly isOfRun?: boolean
  /** When this changes, the first invalid field gets the focus. */
  readonly error?: unknown
  /** Selector of the field to focus when the form mounts. */
  readonly focusOn?: string
}

/** A form that's disabled while a past moment is shown. */
export function Form({ onSubmit, isOfRun = false, error, focusOn, children, ...rest }: FormProps) {
  const isShut = pastPath.value !== undefined && !isOfRun
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error === undefined) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    wrong?.closest('details')?.setAttribute('open', '')
    wrong?.focus()
  }, [error])
  useEffect(() => {
    if (focusOn !== undefined) form.current?.querySelector<HTMLElement>(focusOn)?.focus()
  }, [])
  return (
    <form
      {...rest}
      ref={form}
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {isShut ? (
        <fieldset class="shut" disabled>
          {children}
        </fieldset>
      ) : (
        children
      )}
    </form>
  )
}

/** On Ctrl+Enter or Cmd+Enter in any field. */
function submitByKey(event: TargetedKeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const form = event.currentTarget
  if (form.querySelector('[type="submit"]:disabled') === null) form.requestSubmit()
}
