import type { ComponentProps } from 'preact'
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
