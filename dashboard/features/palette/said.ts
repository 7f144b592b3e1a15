import { type ReadonlySignal, signal } from '@preact/signals'

/** What an action on the world as a whole came to, shown below the page until the next one. */
export interface Said {
  readonly text: string
  /** Why it failed. */
  readonly error?: unknown
}

const last = signal<Said | undefined>(undefined)

export const said: ReadonlySignal<Said | undefined> = last

/** Shows it; undefined takes it away. */
export function say(what: Said | undefined): void {
  last.value = what
}
