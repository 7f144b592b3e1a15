import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Dialog } from '../../components/dialog.js'
import { InlineError } from '../../components/notice.js'
import { shortText } from '../../components/short-text.js'
import { bytes, counted } from '../../lib/format.js'
import { DroppedBundle } from './dropped-bundle.js'
import { DroppedHar } from './dropped-har.js'
import { DroppedSeed } from './dropped-seed.js'
import type { Dropped } from './open.js'
import { type Content, contentOf } from './read.js'

interface DropDialogProps {
  readonly dropped: Dropped
  readonly onClose: () => void
}

/** Shows what a dropped file is, and what taking it would do. */
export function DropDialog({ dropped: { file, others }, onClose }: DropDialogProps) {
  const [content, setContent] = useState<Content | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  useEffect(() => {
    file.text().then((text) => setContent(contentOf(file.name, text)), setError)
  }, [])
  return (
    <Dialog title={shortText(file.name, 60)} onClose={onClose}>
      <div class="stack dropped">
        <p class="hint">
          {KINDS[content?.kind ?? 'none']}, {bytes(file.size)}
          {others > 0 && `; ${counted(others, 'other file')} left out: one at a time`}
        </p>
        <InlineError error={error} />
        {content?.kind === 'seed' && <DroppedSeed text={content.text} onClose={onClose} />}
        {content?.kind === 'har' && <DroppedHar {...content} onClose={onClose} />}
        {content?.kind === 'bundle' && <DroppedBundle text={content.text} onClose={onClose} />}
        {content?.kind === 'none' && (
          <>
            <div class="error" role="alert">
              <strong>{content.reason}</strong>
              <span>{content.hint}</span>
            </div>
            <div class="form-end">
              <Button onClick={onClose}>Close</Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

const KINDS: Readonly<Record<Content['kind'], string>> = {
  seed: 'A seed or an exported state',
  har: 'Requests that were recorded (HAR)',
  bundle: 'A run (bundle)',
  none: 'A file',
}
