import { useState } from 'preact/hooks'
import { shorten } from '../../src/core/shorten.js'
import { visible, visibleLines } from '../lib/visible-text.js'
import { route } from '../router.js'
import { Button } from './button.js'

const LENGTH_MAX = 200

/** For untrusted text. Truncates it to fit in a row. */
export function ShortText({ text, mono = false }: { readonly text: string; readonly mono?: boolean }) {
  return (
    <bdi class={mono ? 'mono' : ''} title={visibleLines(text.slice(0, 2000))}>
      {shortText(text)}
    </bdi>
  )
}

/** Truncates text, escapes invisible characters, and puts blank text in quotes. */
export function shortText(text: string, max: number = LENGTH_MAX): string {
  if (text.trim() === '') return JSON.stringify(text)
  return visible(shorten(text, max))
}

/** Characters to keep before a match. */
const BEFORE_MAX = 6

/** Like `ShortText`, but starts just before the search term and highlights it. */
export function FoundText({ text, mono = false }: { readonly text: string; readonly mono?: boolean }) {
  const sought = route.value.query.get('find') ?? ''
  const at = sought === '' ? -1 : text.toLowerCase().indexOf(sought.toLowerCase())
  if (at === -1) return <ShortText mono={mono} text={text} />
  const [begin, end] = [at > 2 * BEFORE_MAX ? at - BEFORE_MAX : 0, at + sought.length]
  return (
    <bdi class={mono ? 'mono' : ''} title={visibleLines(text.slice(0, 2000))}>
      {begin > 0 && '…'}
      {visible(text.slice(begin, at))}
      <mark>{visible(text.slice(at, end))}</mark>
      {visible(shorten(text.slice(end), LENGTH_MAX))}
    </bdi>
  )
}

interface ClampProps {
  readonly text: string
  readonly of: string
}

/** About three lines in the narrowest column. */
const CLAMP_MIN = 120

export function Clamp({ text, of }: ClampProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = visible(text)
  if (shown.length <= CLAMP_MIN) return <bdi class="text">{shown === '' ? '""' : shown}</bdi>
  return (
    <span class="clamp">
      <bdi class={`text${isWhole ? '' : ' clamped'}`}>{shown}</bdi>
      <Button kind="quiet" small aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
        {isWhole ? 'Show less' : 'Show more'} <span class="unseen">of the {of}</span>
      </Button>
    </span>
  )
}
