import { useState } from 'preact/hooks'
import { world } from '../address.js'
import { Icon } from '../components/icon.js'
import { lazy } from '../components/lazy.js'

const Worlds = lazy(async () => (await import('../later.js')).Worlds)

/** Each world has its own page, so that their data can't get mixed up. */
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

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" class="mark-icon">
      <rect width="32" height="32" rx="8" />
      <path d="M8 10.5h16M8 16h11M8 21.5h6" />
      <circle cx="22.5" cy="20.5" r="4.2" />
    </svg>
  )
}
