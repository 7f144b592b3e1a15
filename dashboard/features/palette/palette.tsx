import { useEffect } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { lazy } from '../../components/lazy.js'
import { InlineError } from '../../components/notice.js'
import { openPalette, paletteOpen } from './open.js'
import { said, say } from './said.js'
import { listenForKeys } from './shortcuts.js'

const PaletteDialog = lazy(async () => (await import('../../later.js')).PaletteDialog)
const KeyList = lazy(async () => (await import('../../later.js')).KeyList)

/** The button of the palette, its keys, and what is open of it. */
export function Palette() {
  useEffect(listenForKeys, [])
  return (
    <>
      <Button kind="quiet" small aria-haspopup="dialog" aria-keyshortcuts="Control+K" onClick={openPalette}>
        Find{' '}
        <span aria-hidden="true">
          <kbd>Ctrl K</kbd>
        </span>
      </Button>
      {paletteOpen.value === 'palette' && <PaletteDialog />}
      {paletteOpen.value === 'keys' && <KeyList />}
    </>
  )
}

/** What the last command came to, until it is closed. */
export function SaidLine() {
  const told = said.value
  return (
    <div class="said-line" role="status">
      {told !== undefined && (
        <div class="said-box">
          <span>{told.text}</span>
          <InlineError error={told.error} />
          <Button kind="quiet" small aria-label="Close the message" onClick={() => say(undefined)}>
            ✕
          </Button>
        </div>
      )}
    </div>
  )
}
