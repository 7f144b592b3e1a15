import { type ReadonlySignal, signal } from '@preact/signals'

/** The dialog that is open: one for a text to take in, or the choice of what to save. */
export type FileDialog = { readonly kind: 'open'; readonly file?: File } | { readonly kind: 'save' }

const opened = signal<FileDialog | undefined>(undefined)

/** The dialog that is open; undefined: none. */
export const fileDialog: ReadonlySignal<FileDialog | undefined> = opened

/** Opens a seed, a HAR or a bundle: the first of these files, or one to be picked or pasted there. */
export function openFiles(files: Iterable<File> = []): void {
  const [file] = files
  opened.value = { kind: 'open', ...(file === undefined ? {} : { file }) }
}

/** Opens the choice of what to save. */
export function openSave(): void {
  opened.value = { kind: 'save' }
}

export function closeFiles(): void {
  opened.value = undefined
}
