import { type ReadonlySignal, signal } from '@preact/signals'

/** Must match the stylesheets. */
const narrow = matchMedia('(max-width: 56rem)')

const matches = signal(narrow.matches)

narrow.addEventListener('change', () => {
  matches.value = narrow.matches
})

/** True if the navigation is at the bottom of the screen. */
export const isNarrow: ReadonlySignal<boolean> = matches
