import { signal } from '@preact/signals'

/** The admin interface of the world that stands for the moment of the past that is looked at; undefined at the present. */
export const pastPath = signal<string | undefined>(undefined)
