import { linkHere, linkTo, type ViewId } from '../../router.js'
import { Changes } from './changes.js'

interface WhatChangedProps {
  /** The id of a command: "r31", "a7". */
  readonly id: string
  /** Where the world is looked at. */
  readonly view: ViewId
  /** The part of the data, if that is the view. */
  readonly part?: string
}

/** What a command changed, with links to the world just before it and just after it, and to another moment. */
export function WhatChanged({ id, view, part = '' }: WhatChangedProps) {
  return (
    <section class="part" aria-label="What it changed">
      <h3>What it changed</h3>
      <Changes from={id} to={`after:${id}`} />
      <p class="row">
        <a href={linkTo(view, { at: id, in: part })}>See it before {id}</a>
        <a href={linkTo(view, { at: `after:${id}`, in: part })}>See it after {id}</a>
        <a href={linkHere({ from: `after:${id}`, to: 'now', at: '' })}>Compare with…</a>
      </p>
    </section>
  )
}
