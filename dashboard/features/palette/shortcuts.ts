import { signal } from '@preact/signals'
import { linkTo, titles, type ViewId, viewIds } from '../../router.js'
import { openDialog } from '../dialogs.js'

/** One key, or two pressed in sequence. */
export interface Shortcut {
  readonly keys: readonly string[]
  readonly title: string
  readonly run: () => void
}

const VIEW_KEYS: Readonly<Record<ViewId, string>> = {
  activity: 'r',
  clients: 'c',
  data: 'd',
  faults: 'f',
  snapshots: 's',
  gaps: 't',
}

export const viewShortcuts: readonly Shortcut[] = viewIds.map((id) => ({
  keys: ['g', VIEW_KEYS[id]],
  title: titles[id],
  run: () => location.assign(linkTo(id)),
}))

export const pageShortcuts: readonly Shortcut[] = [
  { keys: ['/'], title: 'Focus search', run: focusSearch },
  { keys: ['c'], title: 'Connect', run: () => openDialog({ kind: 'connect' }) },
  { keys: ['?'], title: 'Keyboard shortcuts', run: () => openDialog({ kind: 'keys' }) },
]

const shortcuts = [...viewShortcuts, ...pageShortcuts]

const STORED = 'tristore-emulator:no-letter-keys'

/** Users can turn off single-letter shortcuts, e.g. because they use speech input. */
export const hasLetterKeys = signal(localStorage.getItem(STORED) === null)

export function setLetterKeys(on: boolean): void {
  hasLetterKeys.value = on
  if (on) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, '1')
}

/** The longest pause between the keys of a sequence. */
const SECOND_KEY_MS = 1500

export function listenForKeys(): () => void {
  let first = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => {
    first = ''
    clearTimeout(timer)
  }
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || hasDialog()) return
    if (isPaletteKey(event)) {
      event.preventDefault()
      openDialog({ kind: 'palette' })
    } else if (
      !isTyping(event.target) &&
      hasLetterKeys.value &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      const pressed = first === '' ? [event.key] : [first, event.key]
      forget()
      const found = shortcuts.find(({ keys }) => keys.join(' ') === pressed.join(' '))
      if (found !== undefined) {
        event.preventDefault()
        found.run()
      } else if (
        pressed.length === 1 &&
        shortcuts.some(({ keys }) => keys.length > 1 && keys[0] === event.key)
      ) {
        first = event.key
        timer = setTimeout(forget, SECOND_KEY_MS)
      }
    }
  }
  document.addEventListener('keydown', listener)
  return () => document.removeEventListener('keydown', listener)
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

/** An open dialog handles its own keys. */
const hasDialog = (): boolean => document.querySelector('dialog[open]') !== null

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

function focusSearch(): void {
  const fields = 'main input[type="search"], main input[type="text"]'
  const shown = [...document.querySelectorAll<HTMLInputElement>(fields)].find((one) => one.checkVisibility())
  shown?.focus()
}
