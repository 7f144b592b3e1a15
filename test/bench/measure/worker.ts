import type { Measurement } from '../measurement.js'

type Sample = 'empty' | 'emptyCpu' | 'emulator' | 'emulatorCpu' | 'world' | 'response'

/**
 * The cost of a test file in a worker that the test runner has just started. First measures the import, the start and a
 * fetch, and then a world for each test while nothing is warm yet.
 */
export const freshWorker: Measurement = {
  name: 'worker',
  isQuick: true,
  async measure({ children, root, isQuick }) {
    const printed = await children.script('child/workers', [root, String(isQuick ? 10 : 30)])
    const found = JSON.parse(printed) as Record<Sample, number[]>
    const common = { unit: 'ms', better: 'less' } as const
    return [
      {
        ...common,
        name: 'fresh worker: import, startEmulator, first fetch',
        measured: found.emulator,
        baseline: { name: 'an empty worker', samples: found.empty },
        aim: { over: 50 },
      },
      {
        ...common,
        name: 'fresh worker: the same, processor time',
        measured: found.emulatorCpu,
        baseline: { name: 'an empty worker', samples: found.emptyCpu },
        guard: 'timed',
      },
      {
        ...common,
        name: 'a world, one fetch, its end: each of the first ten',
        measured: found.world,
        baseline: { name: 'each of ten constant Responses read as JSON', samples: found.response },
        aim: { value: 0.5 },
      },
    ]
  },
}
