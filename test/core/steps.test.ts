import { setImmediate } from 'node:timers'
import { expect, test } from 'vitest'
import { inItsTurn, inTurns, SLICE_ITEMS, Slice, type Steps } from '../../src/core/steps.js'

/** Notes each of its slices. */
function* slices(name: string, count: number, ran: string[]): Steps<string> {
  for (let slice = 1; slice < count; slice++) {
    ran.push(name)
    yield
  }
  ran.push(name)
  return name
}

/** Notes each turn of the thread until the work is done. */
async function withTurns<T>(ran: string[], work: Promise<T>): Promise<T> {
  let isDone = false
  const note = () => {
    ran.push('|')
    if (!isDone) setImmediate(note)
  }
  setImmediate(note)
  const result = await work
  isDone = true
  return result
}

test('works that go on side by side take turns, one slice each', async () => {
  const ran: string[] = []
  const works = ['a', 'b', 'c'].map((name) => inTurns(slices(name, 3, ran)))
  expect(ran).toEqual(['a', 'b', 'c'])
  expect(await withTurns(ran, Promise.all(works))).toEqual(['a', 'b', 'c'])
  // Of a connection to a server in this process the loop may come round once more ahead of a turn.
  expect(ran.slice(3).join('')).toMatch(/^\|*a\|+b\|+c\|+a\|+b\|+c/)
})

test('one slice alone gives its result at once', () => {
  expect(inTurns(slices('a', 1, []))).toBe('a')
})

test('work that is stopped ends between two slices, and the others go on', async () => {
  const ran: string[] = []
  const stopping = new AbortController()
  const stopped = inTurns(slices('a', 9, ran), stopping.signal)
  const other = inTurns(slices('b', 3, ran))
  stopping.abort(new Error('stopped'))
  await expect(stopped).rejects.toThrow('stopped')
  expect(await other).toBe('b')
  expect(ran).toEqual(['a', 'b', 'b', 'b'])
})

test('what a module takes to load is a turn of its own', async () => {
  const ran: string[] = []
  const load = async () => {
    const loaded = await inItsTurn(async () => {
      ran.push('load')
      return 'module'
    })
    ran.push('use')
    return loaded
  }
  expect(await withTurns(ran, load())).toBe('module')
  expect(ran.slice(0, 3)).toEqual(['load', '|', 'use'])
})

test('a slice ends behind so many items, however much each of them counts', () => {
  const made = new Slice().map([1, 2, 3, 4, 5], (item) => 2 * item, SLICE_ITEMS / 2)
  expect([made.next().done, made.next().done]).toEqual([false, false])
  expect(made.next()).toEqual({ done: true, value: [2, 4, 6, 8, 10] })
})
