import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Dialog } from '../../components/dialog.js'
import { InlineError } from '../../components/notice.js'
import { shortText } from '../../components/short-text.js'
import { bytes } from '../../lib/format.js'
import { contentOf, textOf } from './read.js'
import { Rerun } from './rerun.js'
import { Seed } from './seed.js'

interface OpenDialogProps {
  readonly file: File | undefined
  readonly onClose: () => void
}

interface Read {
  readonly name: string
  readonly text: string
}

/** Tells seeds and bundles apart by their content, and previews what they would do. */
export function OpenDialog({ file, onClose }: OpenDialogProps) {
  const [{ name, text }, setRead] = useState<Read>({ name: '', text: '' })
  const [isTyped, setIsTyped] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const picker = useRef<HTMLInputElement>(null)
  const content = useMemo(() => contentOf(name, text), [name, text])
  const isEmpty = name === '' && text.trim() === ''
  const take = (picked: File) =>
    textOf(picked).then((read) => setRead({ name: picked.name, text: read }), setError)
  useEffect(() => {
    if (file !== undefined) void take(file)
  }, [])
  const isWaiting = file !== undefined && name === '' && error === undefined
  return (
    // Pressing Escape by accident mustn't lose what the user typed.
    <Dialog title={name === '' ? 'Open' : shortText(name, 60)} firm={isTyped} onClose={onClose}>
      <div class="stack wide-dialog">
        <div class="row">
          <p class="hint grow">
            {name === ''
              ? 'Choose, drop or paste a seed, an exported state or a bundle.'
              : `${KINDS[content.kind]}, ${bytes(new TextEncoder().encode(text).length)}`}
          </p>
          <Button small onClick={() => picker.current?.click()}>
            Choose file
          </Button>
          <input
            ref={picker}
            class="unseen"
            type="file"
            tabIndex={-1}
            aria-label="File to open"
            accept=".yaml,.yml,.json"
            onChange={({ currentTarget: { files } }) => {
              const [picked] = files ?? []
              if (picked !== undefined) void take(picked)
            }}
          />
        </div>
        <InlineError error={error} />
        {(content.kind === 'seed' || isEmpty) && !isWaiting && (
          <Seed
            text={text}
            onText={(typed) => {
              setIsTyped(typed !== '')
              setRead({ name, text: typed })
            }}
            onClose={onClose}
          />
        )}
        {content.kind === 'bundle' && <Rerun key={text} text={text} onClose={onClose} />}
        {content.kind === 'none' && !isEmpty && (
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

const KINDS = {
  seed: 'Seed or exported state',
  bundle: 'Bundle',
  none: 'File',
} as const
