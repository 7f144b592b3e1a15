import { useState } from 'preact/hooks'
import { counted } from '../lib/format.js'
import { type JsonPiece, jsonPieces } from '../lib/json-text.js'
import { visibleLines } from '../lib/visible-text.js'
import { Button } from './button.js'
import { Copy } from './copy.js'

interface CodeProps {
  readonly label: string
  readonly text: string
}

/** Longer text is cut off until the user expands it. */
const CHARACTERS_MAX = 8000

/** Indents and highlights JSON without parsing its numbers. Other text is shown unchanged. */
export function Code({ label, text }: CodeProps) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > CHARACTERS_MAX
  const pieces = isLong ? undefined : jsonPieces(text)
  const shown = isLong && !isWhole ? text.slice(0, CHARACTERS_MAX) : text
  return (
    <figure class="code">
      <figcaption>
        <span>{label}</span>
        <Copy text={() => text} of={label} />
      </figcaption>
      {/* Focusable, so that it can be scrolled from the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it must be reachable to be scrolled */}
      <section tabIndex={0} aria-label={label}>
        <pre>{pieces === undefined ? visibleLines(shown) : pieces.map(piece)}</pre>
      </section>
      {isLong && !isWhole && (
        <Button kind="quiet" small onClick={() => setIsWhole(true)}>
          Show all {counted(text.length, 'character')}
        </Button>
      )}
    </figure>
  )
}

function piece({ kind, text }: JsonPiece, index: number) {
  return kind === 'mark' ? (
    text
  ) : (
    <span key={index} class={`json-${kind}`}>
      {visibleLines(text)}
    </span>
  )
}
