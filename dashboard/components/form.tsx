import type { ComponentProps, TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { pastPath } from '../past-path.js'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => unknown
  /** It changes nothing of the moment that is shown, and can be used while that is one of the past. */
  readonly isOfRun?: boolean
  /** Why it was refused: the first field that is wrong gets the focus. */
  readonly error?: unknown
  /** The field, as a CSS selector, that has the focus once the form appears in the place of something else. */
  readonly focusOn?: string
}

/** A form that calls back when it is submitted; the page stays. What changes the world is shut at a moment of the past. */
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

/** Ctrl+Enter, or Cmd+Enter, submits from any field, also from one of several lines. */
function submitByKey(event: TargetedKeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const form = event.currentTarget
  if (form.querySelector('[type="submit"]:disabled') === null) form.requestSubmit()
}
