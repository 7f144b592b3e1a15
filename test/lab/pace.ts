/**
 * Controls real time for the package. The package reads `process.hrtime` when it loads, so vitest runs this before all
 * tests.
 */

const { hrtime } = process
const paced: { now: (() => number) | undefined } = Object(hrtime).paced ?? { now: undefined }

function hrtimeOrPaced(since?: [number, number]): [number, number] {
  if (paced.now === undefined) return hrtime(since)
  const ms = paced.now()
  return [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]
}

// Test files that share a process all load this.
if (!('paced' in hrtime)) process.hrtime = Object.assign(hrtimeOrPaced, hrtime, { paced })

/** Replaces real time by a function that returns ms. Called without one, restores it. */
export function pace(now?: () => number): void {
  paced.now = now
}
