import { signal } from '@preact/signals'

/** Admin path of the world that stands for a past moment. Undefined in the present. */
export const pastPath = signal<string | undefined>(undefined)
