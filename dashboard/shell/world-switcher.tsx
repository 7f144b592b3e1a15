import { useState } from 'preact/hooks'
import { world } from '../address.js'
import { Icon } from '../components/icon.js'
import { lazy } from '../components/lazy.js'
import { Mark } from './mark.js'

const Worlds = lazy(async () => (await import('../later.js')).Worlds)

/** Each world has its own page, so that none shows another's data. */
export function WorldSwitcher() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" class="world" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Mark />
        <span class="unseen">World: </span>
        <span class="world-name">{world ?? 'default world'}</span>
        <Icon of="down" />
      </button>
      {isOpen && <Worlds onClose={() => setIsOpen(false)} />}
    </>
  )
}
