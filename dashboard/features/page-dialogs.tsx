import { useEffect, useState } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Icon } from '../components/icon.js'
import { lazy } from '../components/lazy.js'
import { closeDialog, openDialog, pageDialog } from './dialogs.js'
import { listenForKeys } from './palette/shortcuts.js'

const Panel = lazy(async () => (await import('../later.js')).Panel)
const PaletteDialog = lazy(async () => (await import('../later.js')).PaletteDialog)
const KeyList = lazy(async () => (await import('../later.js')).KeyList)
const OpenDialog = lazy(async () => (await import('../later.js')).OpenDialog)
const SaveDialog = lazy(async () => (await import('../later.js')).SaveDialog)

/** Also handles keyboard shortcuts and dropped files. */
export function PageDialogs() {
  const [isOver, setIsOver] = useState(false)
  useEffect(listenForKeys, [])
  useEffect(() => listenForFiles(setIsOver), [])
  const shown = pageDialog.value
  const opener = (kind: 'connect' | 'palette') =>
    ({ 'aria-haspopup': 'dialog', onClick: () => openDialog({ kind }) }) as const
  return (
    <>
      <button type="button" class="button find" aria-keyshortcuts="Control+K" {...opener('palette')}>
        <Icon of="find" />
        <span class="find-name">Find</span>
        <span class="find-what" aria-hidden="true">
          keys, values, requests
        </span>
        <span aria-hidden="true">
          <kbd>Ctrl K</kbd>
        </span>
      </button>
      <Button kind="primary" {...opener('connect')}>
        Connect
      </Button>
      {isOver && (
        <div class="drop-zone" aria-hidden="true">
          <p>
            <strong>Drop to preview</strong>
            <span>A seed, an exported state or a bundle. Nothing changes yet.</span>
          </p>
        </div>
      )}
      {shown?.kind === 'connect' && <Panel onClose={closeDialog} />}
      {shown?.kind === 'palette' && <PaletteDialog />}
      {shown?.kind === 'keys' && <KeyList />}
      {shown?.kind === 'open' && <OpenDialog key={shown} file={shown.file} onClose={closeDialog} />}
      {shown?.kind === 'save' && <SaveDialog onClose={closeDialog} />}
    </>
  )
}

function listenForFiles(setIsOver: (isOver: boolean) => void): () => void {
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  const leave = ({ relatedTarget }: DragEvent) => {
    // The pointer left the page.
    if (relatedTarget === null) setIsOver(false)
  }
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setIsOver(false)
    openDialog({ kind: 'open', file: event.dataTransfer?.files[0] })
  }
  const listeners = { dragenter: over, dragover: over, dragleave: leave, drop }
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener)
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      removeEventListener(name, listener as EventListener)
  }
}

/** Ignore dragged text, which the user may want to drop into a field. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true
