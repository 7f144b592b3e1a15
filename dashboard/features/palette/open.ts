import { type ReadonlySignal, signal } from '@preact/signals'

type Opened = 'palette' | 'keys'

const opened = signal<Opened | undefined>(undefined)

/** What is open: the palette, or the list of keys. */
export const paletteOpen: ReadonlySignal<Opened | undefined> = opened

/** Opens the palette, which finds views, requests, what the services hold, worlds and commands. */
export function openPalette(): void {
  opened.value = 'palette'
}

/** Opens the list of all keys. */
export function openKeys(): void {
  opened.value = 'keys'
}

export function closePalette(): void {
  opened.value = undefined
}
