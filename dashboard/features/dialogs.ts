import { signal } from '@preact/signals'

/** A dialog that any part of the page may open. */
export type PageDialog =
  /** A seed or a bundle: one that was dropped, or one to be picked or pasted there. */
  | { readonly kind: 'open'; readonly file?: File | undefined }
  | { readonly kind: 'connect' | 'save' | 'palette' | 'keys' }

/** The dialog that is open; undefined: none. */
export const pageDialog = signal<PageDialog | undefined>(undefined)

export function openDialog(shown: PageDialog): void {
  pageDialog.value = shown
}

export function closeDialog(): void {
  pageDialog.value = undefined
}
