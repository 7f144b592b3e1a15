import { signal } from '@preact/signals'

/** Admin path of the world that shows a moment of the past; undefined at the present. */
export const pastPath = signal<string | undefined>(undefined)
