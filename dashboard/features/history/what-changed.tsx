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
    <section class="part" aria-label="What it changed">
      <h3>What it changed</h3>
      <Changes from={id} to={`after:${id}`} />
      <p class="row">
        <a href={linkTo('data', { at: id, in: part })}>See it before {id}</a>
        <a href={linkTo('data', { at: `after:${id}`, in: part })}>See it after {id}</a>
        <a href={linkHere({ from: `after:${id}`, to: 'now', at: '' })}>Compare with…</a>
      </p>
    </section>
  )
}
