import { shorten } from '../../src/core/shorten.js'
import { visible, visibleLines } from '../lib/visible-text.js'

/** Characters of a text that a row shows. */
const LENGTH_MAX = 200

/** Text of any origin in a row: cut short, and visible if it is blank. */
export function ShortText({ text, mono = false }: { readonly text: string; readonly mono?: boolean }) {
  return (
    <bdi class={mono ? 'mono' : ''} title={visibleLines(text.slice(0, 2000))}>
      {shortText(text)}
    </bdi>
  )
}

/** The beginning of a text, with all of its characters to be seen; a blank text in quotes. */
export function shortText(text: string, max: number = LENGTH_MAX): string {
  if (text.trim() === '') return JSON.stringify(text)
  return visible(shorten(text, max))
}
