import { linkHere, linkTo } from '../../router.js'
import { Changes } from './changes.js'

interface WhatChangedProps {
  /** A command's id. */
  readonly id: string
  /** The part of Data that the links open. */
  readonly part?: string
}

export function WhatChanged({ id, part = '' }: WhatChangedProps) {
  return (
    <section class="part" aria-label="What changed">
      <h3>What changed</h3>
      <Changes from={id} to={`after:${id}`} />
      <p class="row">
        <a href={linkTo('data', { at: id, in: part })}>See data before {id}</a>
        <a href={linkTo('data', { at: `after:${id}`, in: part })}>See data after {id}</a>
        <a href={linkHere({ from: `after:${id}`, to: 'now', at: '' })}>Compare with…</a>
      </p>
    </section>
  )
}
