import { useState } from 'preact/hooks'
import { world } from '../address.js'
import { Worlds } from './worlds.js'

/** The name of the world, and links to the others. Each world has its own pages, so that none shows data of another. */
export function WorldSwitcher() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" class="world" onClick={() => setIsOpen(true)}>
        <span class="unseen">World: </span>
        {world ?? 'default world'}
        <span aria-hidden="true"> ▾</span>
      </button>
      {isOpen && <Worlds onClose={() => setIsOpen(false)} />}
    </>
  )
}
