import { signal } from '@preact/signals'

export type PageDialog =
  /** With a file that was dropped, or without one to pick or paste it. */
  | { readonly kind: 'open'; readonly file?: File | undefined }
  | { readonly kind: 'connect' | 'save' | 'palette' | 'keys' }

export const pageDialog = signal<PageDialog | undefined>(undefined)

export function openDialog(shown: PageDialog): void {
  pageDialog.value = shown
}

export function closeDialog(): void {
  pageDialog.value = undefined
}
