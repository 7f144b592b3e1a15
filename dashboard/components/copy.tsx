import { useEffect, useState } from 'preact/hooks'
import { Button } from './button.js'

interface CopyProps {
  readonly text: () => string | Promise<string>
  readonly label?: string
  /** Names the copied text for screen readers. */
  readonly of?: string
}

const SAID_MS = 1500

export function Copy({ text, label = 'Copy', of }: CopyProps) {
  const [said, setSaid] = useState<string | undefined>(undefined)
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => {
    try {
      await write(await text())
      setSaid('Copied')
    } catch {
      setSaid("Couldn't copy")
    }
  }
  return (
    <Button
      kind="quiet"
      small
      onClick={copy}
      {...(of === undefined || said !== undefined ? {} : { 'aria-label': `${label} ${of}` })}
    >
      <span class="copy" aria-live="polite">
        {said ?? label}
      </span>
    </Button>
  )
}

/** The clipboard API needs a secure origin, which a container reached by its hostname isn't. */
const write = (text: string): Promise<void> | void =>
  navigator.clipboard === undefined ? copyBySelection(text) : navigator.clipboard.writeText(text)

function copyBySelection(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  // Nothing outside an open dialog can be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
