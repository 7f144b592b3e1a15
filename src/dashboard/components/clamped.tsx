import { useState } from 'preact/hooks'
import { visible } from '../lib/visible.js'
import { Button } from './button.js'

/** Longer texts are cut to three lines. */
const LENGTH_MAX = 160

/** Text of any origin: a long one shows three lines, and the rest on demand. */
export function Clamped({ text }: { readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > LENGTH_MAX
  return (
    <>
      <bdi class={`clamped${isLong && !isWhole ? ' short' : ''}`}>{visible(text)}</bdi>
      {isLong && (
        <Button kind="quiet" small aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Less' : 'More'}
        </Button>
      )}
    </>
  )
}
