/**
 * Real time as the package sees it. The package takes `process.hrtime` when it is loaded, so vitest loads this before
 * all tests.
 */

const { hrtime } = process
const paced: { now: (() => number) | undefined } = Object(hrtime).paced ?? { now: undefined }

function hrtimeOrPaced(since?: [number, number]): [number, number] {
  if (paced.now === undefined) return hrtime(since)
  const ms = paced.now()
  return [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]
}

// Several files of tests share a process, and each loads this.
if (!('paced' in hrtime)) process.hrtime = Object.assign(hrtimeOrPaced, hrtime, { paced })

/** Lets real time be what a function gives, in ms, until this is called without one. */
export function pace(now?: () => number): void {
  paced.now = now
}
