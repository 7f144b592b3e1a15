import { linkHere, linkTo, type ViewId } from '../../router.js'
import { Changes } from './changes.js'

interface WhatChangedProps {
  /** Id of a command. */
  readonly id: string
  /** Target of the links. */
  readonly view: ViewId
  /** Part of the data to show there. */
  readonly part?: string
}

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
