import { expect, test } from 'vitest'
import { TryOut } from './try-out.js'

/** Tries all mutants with a fake test that fails with some of them, and stays broken after others. */
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

test('a test is tried with each mutant, and a mutant that it fails with is killed', () => {
  expect(tryAll(['a', 'b', 'c'], { fails: ['b'] })).toEqual({ killed: ['b'], doubted: [], left: [] })
})

test('a test is tried with no mutant if it fails unchanged', () => {
  expect(tryAll(['a'], { fails: [''] })).toEqual({ killed: [], doubted: [], left: ['a'] })
})

test('a test is tried again with a mutant that was late, which is killed if it is late twice', () => {
  const found = tryAll(['a', 'b', 'c'], { late: ['a', 'b', 'b'] })
  expect(found).toEqual({ killed: ['b'], doubted: [], left: [] })
})

test('a test is tried no more once it is broken, and its failures since the last check do not count', () => {
  const found = tryAll(['a', 'b', 'c'], { fails: ['a'], spoils: ['b'] })
  expect(found).toEqual({ killed: [], doubted: ['a', 'c'], left: [] })
})

test('a test is tried unchanged after each failure in a wary round', () => {
  const found = tryAll(['a', 'b', 'c'], { fails: ['a', 'b'], spoils: ['b'], isWary: true })
  expect(found).toEqual({ killed: ['a', 'b'], doubted: [], left: ['c'] })
})
