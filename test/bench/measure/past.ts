import type { Measurement } from '../measurement.js'

/** A world as of long ago, created from the history. */
export const pastWorld: Measurement = {
  name: 'past',
  async measure({ children }) {
    const printed = await children.script('child/past', [], { core: 'server' })
    const { past, present } = JSON.parse(printed) as Record<'past' | 'present', number[]>
    const baseline = { name: 'a world of the present', samples: present }
    const name = 'world as of 10,000 requests ago, 100,000 entries'
    return [{ name, unit: 'ms', better: 'less', measured: past, baseline, aim: { value: 15 } }]
  },
}
