import { type ReadonlySignal, signal } from '@preact/signals'

/** Files that were dropped on the page, or picked. */
export interface Dropped {
  readonly file: File
  /** How many came with it, which are not looked at. */
  readonly others: number
}

const taken = signal<Dropped | undefined>(undefined)

/** The file that is looked at; undefined: none. */
export const dropped: ReadonlySignal<Dropped | undefined> = taken

/** Looks at the first of these files. */
export function lookAt(files: Iterable<File>): void {
  const [file, ...others] = files
  if (file !== undefined) taken.value = { file, others: others.length }
}

/** Looks no more. */
export function letGo(): void {
  taken.value = undefined
}

/** Has a person pick a file, for who cannot drop one. */
export function openFilePicker(): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.yaml,.yml,.json,.har'
  input.addEventListener('change', () => lookAt(input.files ?? []))
  input.click()
}
