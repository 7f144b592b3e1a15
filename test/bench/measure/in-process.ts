import { type Measurement, rounds } from '../measurement.js'
import { BY_KEY, entryPath } from '../subject.js'
import { inTurns } from './http.js'

/** An operation with plain values for request and answer, beside what the floor manages over HTTP. */
export const plainOperation: Measurement = {
  name: 'operation',
  isQuick: true,
  async measure(bench) {
    await using floor = await bench.servers.floor({ core: 'server' })
    const load = { baseUrl: floor.url, paths: [entryPath(1)], method: 'GET', headers: BY_KEY }
    const ofFloor = { load, results: [] }
    const measured: number[] = []
    for (const _ of rounds(bench.isQuick ? 3 : 6)) {
      await inTurns(bench, 1, [ofFloor])
      measured.push(Number(await bench.children.script('child/operation', [], { core: 'server' })))
    }
    const samples = ofFloor.results.map(({ perSecond }) => perSecond)
    const baseline = { name: 'GET of the floor', samples }
    return [
      {
        name: 'operation with plain values',
        unit: 'op/s',
        better: 'more',
        measured,
        baseline,
        aim: { ratio: 3 },
        isGuarded: true,
      },
    ]
  },
}

/** emulator.fetch beside an echo that does as little as one can with Request, Response and text(). */
export const inProcessFetch: Measurement = {
  name: 'fetch',
  isQuick: true,
  async measure({ children, root, isQuick }) {
    const asked = [root, String(isQuick ? 4 : 8)]
    const printed = await children.script('child/fetch', asked, { core: 'server' })
    const { get, put, echoGet, echoPut } = JSON.parse(printed) as Record<
      'get' | 'put' | 'echoGet' | 'echoPut',
      number[]
    >
    const common = { unit: 'op/s', better: 'more', aim: { ratio: 0.7 }, isGuarded: true } as const
    const echo = (samples: number[]) => ({ name: 'echo', samples })
    return [
      { ...common, name: 'emulator.fetch, GET', measured: get, baseline: echo(echoGet) },
      { ...common, name: 'emulator.fetch, PUT', measured: put, baseline: echo(echoPut) },
    ]
  },
}

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

/** A world as of 10,000 requests ago, beside one of the present. */
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
