import type { ComponentChildren } from 'preact'
import { Button } from '../../components/button.js'

interface DetailsCardProps {
  readonly title: string
  /** What its button closes: "request". */
  readonly of: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** The request or call of a row of the journal, beside the list. */
export function DetailsCard({ title, of, onClose, children }: DetailsCardProps) {
  return (
    <aside class="card details" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <div class="aside">
          <Button kind="quiet" small aria-label={`Close the ${of}`} onClick={onClose}>
            ✕
          </Button>
        </div>
      </header>
      <div class="card-body stack">{children}</div>
    </aside>
  )
}
