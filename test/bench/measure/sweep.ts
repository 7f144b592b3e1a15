import type { Measurement } from '../measurement.js'

/** An in-process sweep of a test with 30 requests and four faults each, compared with the test alone. */
export const sweeping: Measurement = {
  name: 'sweep',
  async measure({ children, root, isQuick }) {
    const printed = await children.script('child/sweep', [root, String(isQuick ? 4 : 8)], { core: 'server' })
    const { sweeps, alone } = JSON.parse(printed) as Record<'sweeps' | 'alone', number[]>
    return [
      {
        name: 'a sweep of 30 requests, 4 faults each',
        unit: 'ms',
        better: 'less',
        measured: sweeps,
        baseline: { name: 'the test alone', samples: alone },
        aim: { value: 2000 },
      },
    ]
  },
}
