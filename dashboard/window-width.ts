import { type ReadonlySignal, signal } from '@preact/signals'

/** As in the styles. */
const narrow = matchMedia('(max-width: 56rem)')

const matches = signal(narrow.matches)

narrow.addEventListener('change', () => {
  matches.value = narrow.matches
})

/** The navigation is at the bottom, as on a phone. */
export const isNarrow: ReadonlySignal<boolean> = matches
