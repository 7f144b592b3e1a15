import { signal } from '@preact/signals'
import { Button } from '../components/button.js'
import { Icon } from '../components/icon.js'
import { InlineError } from '../components/notice.js'
import { Passing } from '../components/passing.js'

/** Shown at the bottom of the page after something that affects the whole world. */
export interface Said {
  readonly text: string
  readonly error?: unknown
  readonly link?: { readonly text: string; readonly href: string }
}

const said = signal<Said | undefined>(undefined)

/** Undefined hides the message. */
export function say(what: Said | undefined): void {
  said.value = what
}

const forget = () => say(undefined)

/** Errors stay until the user closes them. */
export function SaidLine() {
  const shown = said.value
  return (
    <div class="said-line" role="status">
      {shown !== undefined && (
        <Passing class="said-box" onEnd={shown.error === undefined ? forget : undefined}>
          <span>{shown.text}</span>
          <InlineError error={shown.error} />
          {shown.link !== undefined && (
            <a class="button small" href={shown.link.href} onClick={forget}>
              {shown.link.text}
            </a>
          )}
          <Button kind="quiet" small aria-label="Close message" onClick={forget}>
            <Icon of="close" />
          </Button>
        </Passing>
      )}
    </div>
  )
}
