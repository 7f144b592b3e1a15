import { signal } from '@preact/signals'

/** The admin interface of the world that shows the chosen moment of the past; undefined at the present. */
export const pastPath = signal<string | undefined>(undefined)
