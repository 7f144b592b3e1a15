import { type Measurement, rounds } from '../measurement.js'
import type { Sampled } from '../sample.js'

/** What child/calls measures. */
type Call =
  | 'responseGet'
  | 'operationGet'
  | 'fetchGet'
  | 'responsePut'
  | 'operationPut'
  | 'fetchPut'
  | 'world'
  | 'reset'

/** The processor time of each call in a warm process: operations, fetches and whole worlds. */
export const warmCalls: Measurement = {
  name: 'calls',
  isQuick: true,
  async measure({ children, root, isQuick }) {
    const found: Partial<Record<Call, number[]>> = {}
    for (const _ of rounds(isQuick ? 1 : 3)) {
      const asked = [root, String(isQuick ? 5 : 8)]
      const printed = await children.script('child/calls', asked, { core: 'server' })
      for (const [name, samples] of Object.entries(JSON.parse(printed) as Record<Call, number[]>)) {
        const call = name as Call
        found[call] = [...(found[call] ?? []), ...samples]
      }
    }
    return lines(found as Record<Call, number[]>)
  },
}

function lines(found: Readonly<Record<Call, readonly number[]>>): Sampled[] {
  const common = { unit: 'µs', better: 'less', isGuarded: true } as const
  const response = { name: 'a Response read as JSON', samples: found.responseGet }
  const both = (responses: readonly number[], operations: readonly number[]) => ({
    name: 'a Response read as JSON and the operation',
    samples: responses.map((us, round) => us + (operations[round] ?? 0)),
  })
  return [
    {
      ...common,
      name: 'operation, GET',
      measured: found.operationGet,
      baseline: response,
    },
    {
      ...common,
      name: 'operation, PUT',
      measured: found.operationPut,
      baseline: response,
    },
    {
      ...common,
      name: 'warm fetch, GET',
      measured: found.fetchGet,
      baseline: both(found.responseGet, found.operationGet),
    },
    {
      ...common,
      name: 'warm fetch, PUT',
      measured: found.fetchPut,
      baseline: both(found.responsePut, found.operationPut),
    },
    {
      ...common,
      name: 'a world, one fetch, its end: when warm',
      measured: found.world,
      baseline: response,
      aim: { value: 200 },
    },
    { ...common, name: 'a PUT and a reset: when warm', measured: found.reset, baseline: response },
  ]
}
