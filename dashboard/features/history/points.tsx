import { linkHere, linkTo, type ViewId } from '../../router.js'

/** The words for a point of the history: "before r31". */
export function pointText(point: string): string {
  if (point === 'start') return 'at the beginning of this life'
  if (point === 'now') return 'now'
  const [, after, id] = /^(after:)?([ar]\d+)$/.exec(point) ?? []
  if (id !== undefined) return `${after === undefined ? 'before' : 'after'} ${id}`
  return `the last moment of ${point}`
}

interface PointLinksProps {
  /** The id of a command: "r31", "a7". */
  readonly id: string
  /** Where the world is looked at. */
  readonly view: ViewId
  /** The part of the data, if that is the view. */
  readonly part?: string
}

/** Links to the world just before a command and just after it, and to what differs at another moment. */
export function PointLinks({ id, view, part = '' }: PointLinksProps) {
  return (
    <p class="row">
      <a href={linkTo(view, { at: id, in: part })}>See it before {id}</a>
      <a href={linkTo(view, { at: `after:${id}`, in: part })}>See it after {id}</a>
      <a href={linkHere({ from: `after:${id}`, to: 'now', at: '' })}>Compare with…</a>
    </p>
  )
}

/** What did something: a link to a request or an admin call, or a word if no command did it: "expiry". */
export function By({ id }: { readonly id: string }) {
  if (!/^[ar]\d+$/.test(id)) return <span class="hint">{id}</span>
  return <a href={linkTo('activity', { id })}>{id}</a>
}
