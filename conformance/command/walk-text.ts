import type { WalkResult } from '../walk/walk.js'

export interface Walked {
  readonly seed: number
  readonly result: WalkResult
}

/** Describes the result of a walk in one line. */
export function walkInWords({ seed, result }: Walked): string {
  const { outcome, calls } = result
  const seeded = `--walk-seed ${seed}`
  switch (outcome) {
    case 'agrees':
      return `${calls} calls agree with the model of the contract (${seeded})`
    case 'differs':
      return `call ${calls} differs from the model of the contract (${seeded})`
    default:
      return `the walk is ${outcome} after ${calls} calls: ${result.why} (${seeded})`
  }
}
