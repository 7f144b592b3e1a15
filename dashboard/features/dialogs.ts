import { signal } from '@preact/signals'

export type PageDialog =
  /** Without a file, the user picks one or pastes its text. */
  | { readonly kind: 'open'; readonly file?: File | undefined }
  | { readonly kind: 'connect' | 'save' | 'palette' | 'keys' }

export const pageDialog = signal<PageDialog | undefined>(undefined)

export function openDialog(shown: PageDialog): void {
  pageDialog.value = shown
}

export function closeDialog(): void {
  pageDialog.value = undefined
}
