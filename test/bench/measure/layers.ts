import type { Measurement } from '../measurement.js'

/** Reads of a world whose state lies in layers, beside those of one that lies in one. */
export const layeredReads: Measurement = {
  name: 'layers',
  async measure({ children }) {
    const printed = await children.script('child/layers', [], { core: 'server' })
    const { layered, single } = JSON.parse(printed) as Record<'layered' | 'single', number[]>
    const baseline = { name: 'a new world', samples: single }
    return [{ name: 'reads after 40 snapshots', unit: 'op/s', better: 'more', measured: layered, baseline }]
  },
}
