/** What can be done with a seed. */
export const WAYS = {
  merge: {
    label: 'merge it into the state',
    method: 'PATCH',
    path: '/state',
    button: 'Merge',
    done: 'Merged into the state.',
  },
  replace: {
    label: 'replace the state',
    method: 'PUT',
    path: '/state',
    button: 'Replace the state',
    done: 'The state is replaced; a reset still goes back to the seed.',
  },
  seed: {
    label: 'make it the seed, and reset to it',
    method: 'PUT',
    path: '/seed',
    button: 'Make it the seed',
    done: 'This is the seed now.',
  },
} as const

export type Way = keyof typeof WAYS

export const isWay = (text: string): text is Way => Object.hasOwn(WAYS, text)

/** The ways as options of a field. */
export const WAY_OPTIONS = Object.entries(WAYS).map(([way, { label }]) => [way, label] as const)
