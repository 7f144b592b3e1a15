import { useState } from 'preact/hooks'
import { visible } from '../lib/visible-text.js'
import { Button } from './button.js'

interface ClampProps {
  /** Text of any origin and length. */
  readonly text: string
  /** What it is, for screen readers: "owner". */
  readonly of: string
}

/** About three lines of the narrowest column. */
const LENGTH_MAX = 120

/** A text of which three lines are shown, and the rest on demand. */
export function Clamp({ text, of }: ClampProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = visible(text)
  if (shown.length <= LENGTH_MAX) return <bdi class="text">{shown === '' ? '""' : shown}</bdi>
  return (
    <span class="clamp">
      <bdi class={`text${isWhole ? '' : ' clamped'}`}>{shown}</bdi>
      <Button kind="quiet" small aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
        {isWhole ? 'less' : 'more'} <span class="unseen">of the {of}</span>
      </Button>
    </span>
  )
}
