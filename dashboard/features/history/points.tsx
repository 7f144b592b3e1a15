import { linkTo } from '../../router.js'

/** The words for a point of the history: "before r31". */
export function pointText(point: string): string {
  if (point === 'start') return 'at the start of this history'
  if (point === 'now') return 'now'
  const [, after, id] = /^(after:)?([ar]\d+)$/.exec(point) ?? []
  if (id !== undefined) return `${after === undefined ? 'before' : 'after'} ${id}`
  return `the last moment of ${point}`
}

/** What did something: a link to a request or an admin call, or a word if no command did it: "expiry". */
export function By({ id }: { readonly id: string }) {
  if (!/^[ar]\d+$/.test(id)) return <span class="hint">{id}</span>
  return <a href={linkTo('activity', { id })}>{id}</a>
}
