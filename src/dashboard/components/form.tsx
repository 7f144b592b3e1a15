import type { ComponentProps, TargetedKeyboardEvent } from 'preact'
import { pastPath } from '../past-path.js'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => unknown
  /** It changes nothing of the moment that is shown, and can be used while that is one of the past. */
  readonly isOfRun?: boolean
}

/** A form that calls back when it is submitted; the page stays. What changes the world is shut at a moment of the past. */
export function Form({ onSubmit, isOfRun = false, children, ...rest }: FormProps) {
  const isShut = pastPath.value !== undefined && !isOfRun
  return (
    <form
      {...rest}
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
