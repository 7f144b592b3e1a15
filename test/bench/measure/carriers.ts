import type { Measurement } from '../measurement.js'

/** Reads that carry nothing which names a world, beside the same where nothing but path and header could. */
export const carriers: Measurement = {
  name: 'carriers',
  async measure({ children }) {
    const printed = await children.script('child/carriers', [], { core: 'server' })
    const { carried, addressed } = JSON.parse(printed) as Record<'carried' | 'addressed', number[]>
    const baseline = { name: 'by path and header alone', samples: addressed }
    // In µs: half a percent of what a read takes that comes over a socket.
    const aim = { over: 0.2 }
    return [
      {
        name: 'CPU of a read without a carrier',
        unit: 'µs',
        better: 'less',
        measured: carried,
        baseline,
        aim,
      },
    ]
  },
}
