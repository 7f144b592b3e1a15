import { describe, expect, test } from 'vitest'
import { TryOut } from './try-out.js'

/** Tries everything with a test of which is known what it fails with, and what it leaves broken. */
function tryAll(
  mutants: readonly string[],
  {
    fails = [],
    late = [],
    spoils = [],
    isWary = false,
  }: { fails?: string[]; late?: string[]; spoils?: string[]; isWary?: boolean },
) {
  const tryOut = new TryOut(mutants, isWary)
  const killed: string[] = []
  const lateTries = [...late]
  let isSpoiled = false
  for (;;) {
    const mutant = tryOut.next((one) => !killed.includes(one))
    if (tryOut.isOver) return { killed, doubted: tryOut.doubted, left: tryOut.left }
    const isPassed = !isSpoiled && !fails.includes(mutant ?? '')
    if (spoils.includes(mutant ?? '')) isSpoiled = true
    const lateTry = lateTries.indexOf(mutant ?? '')
    if (lateTry >= 0) lateTries.splice(lateTry, 1)
    killed.push(...tryOut.note(lateTry >= 0 ? 'late' : isPassed ? 'passed' : 'failed'))
  }
}

describe('a test is tried', () => {
  test('with each mutant: those that it fails with are killed', () => {
    expect(tryAll(['a', 'b', 'c'], { fails: ['b'] })).toEqual({ killed: ['b'], doubted: [], left: [] })
  })

  test('with none where it fails unchanged', () => {
    expect(tryAll(['a'], { fails: [''] })).toEqual({ killed: [], doubted: [], left: ['a'] })
  })

  test('again with what the clock ended: late once is the machine, late twice is the mutant', () => {
    const found = tryAll(['a', 'b', 'c'], { late: ['a', 'b', 'b'] })
    expect(found).toEqual({ killed: ['b'], doubted: [], left: [] })
  })

  test('no further once it is spoiled, and nothing that it failed with since is believed', () => {
    const found = tryAll(['a', 'b', 'c'], { fails: ['a'], spoils: ['b'] })
    expect(found).toEqual({ killed: [], doubted: ['a', 'c'], left: [] })
  })

  test('warily, with a look at the unchanged test after each failure', () => {
    const found = tryAll(['a', 'b', 'c'], { fails: ['a', 'b'], spoils: ['b'], isWary: true })
    expect(found).toEqual({ killed: ['a', 'b'], doubted: [], left: ['c'] })
  })
})
