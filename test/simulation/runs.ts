import { check, type Extent } from './check.js'
import { Coverage } from './coverage.js'
import { simulate } from './simulation.js'
import type { Step } from './steps.js'

/** Runs shared by several tests. Each only happens once. */

export interface Checked {
  readonly found: string | undefined
  readonly coverage: Coverage
}

const checked = new Map<number, Promise<Checked>>()
const routed = new Map<string, Promise<Coverage>>()

export function checkedOnce(extent: Extent): Promise<Checked> {
  return once(checked, extent.seed, async () => {
    const coverage = new Coverage()
    const found = await check({ ...extent, coverage })
    return { found, coverage }
  })
}

/** @throws Mismatch */
export function routedOnce(name: string, steps: readonly Step[]): Promise<Coverage> {
  return once(routed, name, async () => (await simulate(steps)).coverage)
}

function once<Key, Result>(
  made: Map<Key, Promise<Result>>,
  key: Key,
  make: () => Promise<Result>,
): Promise<Result> {
  const found = made.get(key) ?? make()
  made.set(key, found)
  return found
}
