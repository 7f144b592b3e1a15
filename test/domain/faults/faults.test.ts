import { describe, expect, test } from 'vitest'
import { RandomSource, type RandomStream } from '../../../src/core/random.js'
import { Refusal } from '../../../src/core/refusal.js'
import { type FaultSpec, remaining } from '../../../src/domain/faults/fault.js'
import { Faults } from '../../../src/domain/faults/faults.js'
import { GLOB_LENGTH_MAX } from '../../../src/domain/faults/glob.js'
import { State } from '../../../src/domain/state.js'
import { makeReceipt } from '../../../src/domain/travel-receipt.js'
import { services } from '../../../src/services/index.js'
import { noChances, readAt } from './subject.js'

const FAULTS_MAX = 20
const NOW = 1_000_000

function armed(...specs: FaultSpec[]): Faults {
  const faults = new Faults(FAULTS_MAX)
  faults.add(specs, NOW)
  return faults
}

/** For each of `calls` calls, the id of the fault that fires, or null. */
function fired(faults: Faults, calls: number, chances = noChances): (string | null)[] {
  return Array.from({ length: calls }, () => faults.fire(readAt(NOW), chances)?.id ?? null)
}

const counts = (faults: Faults) => faults.list().map(({ matches, hits }) => [matches, hits])

function refusalOf(add: () => unknown): Refusal {
  try {
    add()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was not refused')
}

describe('after, times and probability', () => {
  test.each<[FaultSpec, string, number | undefined]>([
    [{}, 'xxxxx', undefined],
    [{ after: 2 }, '..xxx', undefined],
    [{ times: 2 }, 'xx...', 0],
    [{ after: 1, times: 2 }, '.xx..', 0],
    [{ after: 9, times: 2 }, '.....', 2],
    [{ times: 5, matches: 3, hits: 3 }, 'xx...', 0],
    [{ after: 4, matches: 3 }, '.xxxx', undefined],
    [{ enabled: false }, '.....', undefined],
  ])('the fault %j fires as %s', (spec, pattern, left) => {
    const faults = armed({ status: 503, ...spec })
    expect(
      fired(faults, 5)
        .map((id) => (id === null ? '.' : 'x'))
        .join(''),
    ).toBe(pattern)
    const [fault] = faults.list()
    expect(fault && remaining(fault)).toBe(left)
    expect(fault?.matches).toBe(spec.enabled === false ? 0 : 5 + (spec.matches ?? 0))
  })

  const chancesOf = (seed: number) => {
    const random = new RandomSource(seed)
    return () => random.stream('faults')
  }

  test('faults hit the same calls with the same random seed, and others with another', () => {
    const spec = { status: 503, probability: 0.5 }
    const run = (seed: number) => fired(armed(spec), 200, chancesOf(seed))
    expect(run(1)).toEqual(run(1))
    expect(run(1)).not.toEqual(run(2))
    const hits = run(1).filter((id) => id !== null).length
    expect(hits).toBeGreaterThan(70)
    expect(hits).toBeLessThan(130)
  })

  test.each([
    [0, 0],
    [1, 50],
  ])('a fault with probability %d fires %d times of 50', (probability, hits) => {
    const faults = armed({ status: 503, probability })
    fired(faults, 50, chancesOf(3))
    expect(counts(faults)).toEqual([[50, hits]])
  })

  test('a fault fires below its probability, not at it', () => {
    const at = (chance: number) => () => ({ next: () => chance }) as RandomStream
    expect(fired(armed({ status: 503, probability: 0.5 }), 1, at(0.5))).toEqual([null])
    expect(fired(armed({ status: 503, probability: 0.5 }), 1, at(0.4999))).toEqual(['f_1'])
  })

  test('a fault uses chance only if it decides', () => {
    const faults = armed(
      { status: 503, probability: 0.5, after: 10 },
      { status: 503, probability: 0.5, times: 1, hits: 1 },
      { status: 503, probability: 0.5, match: { method: 'PUT' } },
      { status: 503, probability: 0.5, from: { offset: 1 } },
    )
    expect(fired(faults, 3, noChances)).toEqual([null, null, null])
  })
})

describe('of several faults', () => {
  test('the first that fires wins, those before it count the match, those after it are left alone', () => {
    const faults = armed(
      { status: 500, match: { method: 'PUT' } },
      { status: 501, after: 2 },
      { status: 502, times: 1 },
      { status: 503 },
    )
    expect(fired(faults, 4)).toEqual(['f_3', 'f_4', 'f_2', 'f_2'])
    expect(counts(faults)).toEqual([
      [0, 0],
      [4, 2],
      [2, 1],
      [1, 1],
    ])
  })

  test('a call that none matches changes nothing', () => {
    const faults = armed({ status: 503, match: { method: 'PUT' } })
    const { byId } = faults
    expect(fired(faults, 1)).toEqual([null])
    expect(faults.byId).toBe(byId)
  })

  test('a copy continues with their counts, and changes alone', () => {
    const faults = armed({ status: 503, times: 2 })
    fired(faults, 1)
    const copy = faults.fork()
    expect(copy.add([], NOW)).toEqual({ faults: [], replaced: new Set() })
    expect(copy.byId, 'shared until one of them changes').toBe(faults.byId)
    fired(copy, 1)
    copy.add([{ status: 500 }], NOW)
    copy.enable('f_1', false)
    expect(counts(faults)).toEqual([[1, 1]])
    expect(counts(copy)).toEqual([
      [2, 2],
      [0, 0],
    ])
    expect([...faults.add([{ status: 500 }], NOW).faults]).toMatchObject([{ id: 'f_2' }])
  })
})

describe('ids', () => {
  const idsOf = (faults: Faults) => faults.list().map(({ id }) => id)

  test.each<[string, FaultSpec[], string[]]>([
    ['are generated', [{}, {}], ['f_1', 'f_2']],
    ['may be given', [{ id: 'slow' }, {}], ['slow', 'f_1']],
    ['that are given are not generated', [{}, { id: 'f_1' }, {}], ['f_2', 'f_1', 'f_3']],
  ])('the ids of faults %s', (_, specs, ids) => {
    expect(idsOf(armed(...specs))).toEqual(ids)
  })

  test('generated fault ids are not used again', () => {
    const faults = armed({}, {})
    expect(faults.remove('f_2')).toBe(true)
    faults.add([{}], NOW)
    faults.clear()
    faults.add([{}], NOW)
    expect(idsOf(faults)).toEqual(['f_4'])
  })

  test('a fault with the id of another replaces it in its place, and its counts begin again', () => {
    const faults = armed({ status: 500 }, { status: 501 })
    fired(faults, 3)
    const { replaced } = faults.add([{ id: 'f_1', status: 502 }], NOW)
    expect(replaced).toEqual(new Set(['f_1']))
    expect(faults.add([{ id: 'f_2', status: 501 }, { id: 'new' }], NOW).replaced).toEqual(new Set(['f_2']))
    faults.remove('new')
    expect(faults.list()).toMatchObject([{ id: 'f_1', spec: { status: 502 }, hits: 0 }, { id: 'f_2' }])
  })

  test('two faults with the same id at once are refused', () => {
    const faults = armed({})
    const { code, reason } = refusalOf(() => faults.add([{}, { id: 'a' }, { id: 'a' }], NOW))
    expect([code, reason]).toEqual(['invalid_request', 'two of the faults have the id a'])
    faults.add([{}], NOW)
    expect(idsOf(faults)).toEqual(['f_1', 'f_2'])
  })
})

test('a fault is switched off and on, keeping its counts', () => {
  const faults = armed({ status: 503 })
  fired(faults, 2)
  expect(faults.enable('f_1', false)).toMatchObject({ enabled: false, hits: 2 })
  expect(fired(faults, 2)).toEqual([null, null])
  expect(faults.enable('f_1', true)).toMatchObject({ enabled: true, hits: 2 })
  expect(fired(faults, 1)).toEqual(['f_1'])
  expect(faults.find('f_1')).toMatchObject({ matches: 3, hits: 3 })
})

describe('the bounds', () => {
  const many = (length: number): FaultSpec[] => Array.from({ length }, () => ({ status: 503 }))

  test('the bounds limit the number of faults, and add all of an addition or none', () => {
    const faults = armed(...many(FAULTS_MAX - 1))
    const refusal = refusalOf(() => faults.add(many(2), NOW))
    expect(refusal.code).toBe('invalid_request')
    expect(refusal).toMatchObject({
      reason: `a world can have at most ${FAULTS_MAX} faults (--max-faults, in code bounds.faults)`,
      details: { hint: 'remove existing faults with DELETE /_admin/faults' },
    })
    expect(faults.size).toBe(FAULTS_MAX - 1)
    expect([...faults.add(many(1), NOW).faults]).toMatchObject([{ id: `f_${FAULTS_MAX}` }])
    faults.add([{ id: 'f_1', status: 500 }], NOW)
    expect(faults.size).toBe(FAULTS_MAX)
    expect(refusalOf(() => faults.add([{ id: 'new' }], NOW)).code).toBe('invalid_request')
  })

  test('the bounds refuse globs that are too long', () => {
    const faults = armed({})
    const long = { match: { path: `/${'x'.repeat(GLOB_LENGTH_MAX)}` } }
    expect(refusalOf(() => faults.add([{}, long], NOW)).code).toBe('invalid_request')
    expect(faults.size).toBe(1)
  })
})

describe('the receipt of a move', () => {
  const windows = (from: number, to: number) => {
    const faults = armed(
      { id: 'always' },
      { id: 'early', from: { offset: 10 }, until: { offset: 20 } },
      { id: 'late', from: { offset: 20 } },
      { id: 'ends', until: { offset: 30 } },
      { id: 'off', enabled: false, from: { offset: 10 }, until: { offset: 20 } },
    )
    return makeReceipt({ state: State.empty(services), faults: faults.list() }, NOW + from, NOW + to)
      .faultWindows
  }
  test.each<[number, number, string[], string[]]>([
    [0, 9, [], []],
    [0, 10, ['early'], []],
    [10, 19, [], []],
    [10, 20, ['late'], ['early']],
    [0, 30, ['early', 'late'], ['early', 'ends']],
    [20, 20, [], []],
  ])('the receipt of a move from %d to %d shows that %j begins and %j ends', (from, to, begun, ended) => {
    expect(windows(from, to)).toEqual({ begun, ended, reopened: [], unbegun: [] })
  })

  test.each<[number, number, string[], string[]]>([
    [9, 0, [], []],
    [10, 9, [], ['early']],
    [19, 10, [], []],
    [20, 19, ['early'], ['late']],
    [30, 0, ['early', 'ends'], ['early', 'late']],
  ])(
    'the receipt of a move from %d back to %d shows that %j is open and %j ahead again',
    (from, to, reopened, unbegun) => {
      expect(windows(from, to)).toEqual({ begun: [], ended: [], reopened, unbegun })
    },
  )
})
