import type { Measurement } from '../measurement.js'

/** Reads that name no world, compared with the same reads if only path and header could name one. */
export const carriers: Measurement = {
  name: 'carriers',
  async measure({ children }) {
    const printed = await children.script('child/carriers', [], { core: 'server' })
    const { carried, addressed } = JSON.parse(printed) as Record<'carried' | 'addressed', number[]>
    const baseline = { name: 'by path and header alone', samples: addressed }
    // In µs: half a percent of a read over a socket.
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
