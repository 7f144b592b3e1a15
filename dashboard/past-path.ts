import { signal } from '@preact/signals'

/** Admin path of the world that represents a past moment. Undefined while the present is shown. */
export const pastPath = signal<string | undefined>(undefined)
