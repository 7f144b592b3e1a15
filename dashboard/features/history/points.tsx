import { linkTo } from '../../router.js'

/** "before r31", "after a7", "now" */
export function pointText(point: string): string {
  if (point === 'start') return 'at the start of the history'
  if (point === 'now') return 'now'
  const [, after, id] = /^(after:)?([ar]\d+)$/.exec(point) ?? []
  if (id !== undefined) return `${after === undefined ? 'before' : 'after'} ${id}`
  return `the last moment of ${point}`
}

/** Links to the command that caused an event. An expiry has none. */
export function By({ id }: { readonly id: string }) {
  if (!/^[ar]\d+$/.test(id)) return <span class="hint">{id}</span>
  return <a href={linkTo('activity', { id })}>{id}</a>
}
