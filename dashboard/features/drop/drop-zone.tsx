import { useEffect, useState } from 'preact/hooks'
import { lazy } from '../../components/lazy.js'
import { dropped, letGo, lookAt } from './open.js'

const DropDialog = lazy(async () => (await import('../../later.js')).DropDialog)

/** The whole page takes files: a seed, a HAR, a bundle. A browser left alone would open them in the page's place. */
export function DropZone() {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => listenForFiles(setIsOver), [])
  const looked = dropped.value
  return (
    <>
      {isOver && (
        <div class="drop-zone" aria-hidden="true">
          <p>
            <strong>Drop it to look at it</strong>
            <span>A seed or an exported state, a HAR, or a bundle. Nothing changes yet.</span>
          </p>
        </div>
      )}
      {looked !== undefined && <DropDialog key={looked.file} dropped={looked} onClose={letGo} />}
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
    lookAt(event.dataTransfer?.files ?? [])
  }
  addEventListener('dragenter', over)
  addEventListener('dragover', over)
  addEventListener('dragleave', leave)
  addEventListener('drop', drop)
  return () => {
    removeEventListener('dragenter', over)
    removeEventListener('dragover', over)
    removeEventListener('dragleave', leave)
    removeEventListener('drop', drop)
  }
}

/** Text that is dragged into a field is none of this page's business. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true
