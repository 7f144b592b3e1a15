import { shorten } from '../../core/shorten.js'

/** A row shows no more of a text than its first characters. */
const SHOWN_MAX = 200

/** Text of anybody's making in a row: cut short, and visible where it is blank. */
export function ShownText({ text, mono = false }: { readonly text: string; readonly mono?: boolean }) {
  const shown = shortOf(text)
  return (
    <bdi class={mono ? 'mono' : ''} title={text.slice(0, 2000)}>
      {shown}
    </bdi>
  )
}

/** The beginning of a text, in quotes where one would see nothing. */
export function shortOf(text: string, max: number = SHOWN_MAX): string {
  if (text.trim() === '') return JSON.stringify(text)
  return shorten(text, max)
}
