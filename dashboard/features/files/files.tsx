import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { lazy } from '../../components/lazy.js'
import { closeFiles, fileDialog, openFiles, openSave } from './open.js'

const OpenDialog = lazy(async () => (await import('../../later.js')).OpenDialog)
const SaveDialog = lazy(async () => (await import('../../later.js')).SaveDialog)

/** The buttons Open and Save, their dialogs, and files that are dropped on the page. */
export function Files() {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => listenForFiles(setIsOver), [])
  const shown = fileDialog.value
  return (
    <>
      <Button small aria-haspopup="dialog" onClick={() => openFiles()}>
        Open…
      </Button>
      <Button small aria-haspopup="dialog" onClick={openSave}>
        Save…
      </Button>
      {isOver && (
        <div class="drop-zone" aria-hidden="true">
          <p>
            <strong>Drop it to look at it</strong>
            <span>A seed or an exported state, a HAR, or a bundle. Nothing changes yet.</span>
          </p>
        </div>
      )}
      {shown?.kind === 'open' && <OpenDialog key={shown} file={shown.file} onClose={closeFiles} />}
      {shown?.kind === 'save' && <SaveDialog onClose={closeFiles} />}
    </>
  )
}

/** @returns a function that ends it */
function listenForFiles(setIsOver: (isOver: boolean) => void): () => void {
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  const leave = ({ relatedTarget }: DragEvent) => {
    // It goes from part to part; outside of the page there is none.
    if (relatedTarget === null) setIsOver(false)
  }
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setIsOver(false)
    openFiles(event.dataTransfer?.files)
  }
  const listeners = { dragenter: over, dragover: over, dragleave: leave, drop }
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener)
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      removeEventListener(name, listener as EventListener)
  }
}

/** Text that is dragged into a field is none of this page's business. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true
