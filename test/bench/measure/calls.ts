import { type Measurement, rounds } from '../measurement.js'

/** The processor time of a test's own world once the process is warm. */
export const warmCalls: Measurement = {
  name: 'calls',
  async measure({ children, root, isQuick }) {
    const worlds: number[] = []
    const responses: number[] = []
    for (const _ of rounds(isQuick ? 1 : 3)) {
      const asked = [root, String(isQuick ? 5 : 8)]
      const printed = await children.script('child/calls', asked, { core: 'server' })
      const found = JSON.parse(printed) as Record<'world' | 'response', number[]>
      worlds.push(...found.world)
      responses.push(...found.response)
    }
    return [
      {
        name: 'a world, one fetch, its end: when warm',
        unit: 'µs',
        better: 'less',
        measured: worlds,
        baseline: { name: 'a Response read as JSON', samples: responses },
        aim: { value: 200 },
      },
    ]
  },
}
