import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { InlineError } from './notice.js'
import { Present } from './present.js'

type Kind = 'primary' | 'plain' | 'danger' | 'quiet'

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'class' | 'children' | 'disabled' | 'type'> {
  readonly kind?: Kind
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  readonly small?: boolean
  readonly children: ComponentChildren
}

export function Button({ kind = 'plain', type = 'button', small = false, ...rest }: ButtonProps) {
  return <button type={type} class={`button ${kind}${small ? ' small' : ''}`} {...rest} />
}

interface ActionProps extends Omit<ButtonProps, 'onClick'> {
  readonly run: () => Promise<unknown>
}

/** Runs an admin call, and shows its error next to the button. */
export function Action({ run, ...rest }: ActionProps) {
  const { isBusy, error, start } = useAction(run)
  return (
    <>
      <Button {...rest} aria-busy={isBusy} onClick={start} />
      <InlineError error={error} />
    </>
  )
}

/** `start` does nothing while the action is running. */
export function useAction(run: () => Promise<unknown>) {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: undefined })
  const start = async () => {
    if (state.isBusy) return
    setState({ isBusy: true, error: undefined })
    try {
      await run()
      setState({ isBusy: false, error: undefined })
    } catch (error) {
      setState({ isBusy: false, error })
    }
  }
  return { ...state, start }
}

interface ConfirmProps {
  readonly label: string
  /** Tells screen readers what the button acts on, e.g. "fault f_1". */
  readonly of: string
  readonly run: () => Promise<unknown>
  readonly small?: boolean
  readonly kind?: Kind
  /** Stays enabled while a past moment is shown. */
  readonly isOfRun?: boolean
}

export function Confirm({ isOfRun = false, ...rest }: ConfirmProps) {
  return isOfRun ? (
    <Asking {...rest} />
  ) : (
    <Present>
      <Asking {...rest} />
    </Present>
  )
}

function Asking({ label, of, run, small = true, kind = 'quiet' }: Omit<ConfirmProps, 'isOfRun'>) {
  const [isAsking, setIsAsking] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  const yes = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking) yes.current?.focus()
    else if (wasAsking.current) first.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  if (!isAsking) {
    return (
      <Button
        ref={first}
        kind={kind}
        small={small}
        aria-label={`${label} ${of}`.trim()}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
    )
  }
  return (
    <span class="row tight">
      <Action
        ref={yes}
        kind="danger"
        small={small}
        aria-label={`${label} now${of === '' ? '' : `: ${of}`}`}
        run={async () => {
          await run()
          setIsAsking(false)
        }}
      >
        {label} now
      </Action>
      <Button kind="quiet" small={small} onClick={() => setIsAsking(false)}>
        Cancel
      </Button>
    </span>
  )
}
