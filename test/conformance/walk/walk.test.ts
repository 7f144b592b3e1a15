import { describe, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../../conformance/emulator/sandbox.js'
import { type ClientAnswer, NoAnswerInTime, type Send } from '../../../conformance/http-client.js'
import { judge } from '../../../conformance/statements/table.js'
import type { SubjectSource } from '../../../conformance/subject.js'
import { shrink } from '../../../conformance/walk/shrink.js'
import { type WalkResult, walk } from '../../../conformance/walk/walk.js'
import { startEmulator } from '../../../src/start-emulator.js'
import { extent } from '../../support/extent.js'
import { GAP_PROFILES } from '../gaps/gap-profiles.js'
import { STATEMENTS } from '../statements/all-statements.js'
import { wrongAfter } from '../wrong/sequences.js'

const SEEDS = extent(1, 4)

test.each(Object.entries(GAP_PROFILES))(
  'the emulator agrees with the model under %s',
  async (_name, profile) => {
    await using emulator = await startEmulator({ profile })
    await using sandbox = await openSandbox(emulator, { mark: 'walk1' })
    for (let seed = 1; seed <= SEEDS; seed++) {
      expect(await walk(sandbox, { calls: 300, seed, replays: 200 })).toEqual({
        outcome: 'agrees',
        calls: 300,
      })
    }
  },
)

describe('a walk that differs', () => {
  /** A service whose list is wrong directly after a delete. */
  const wrong = (sandbox: Sandbox) => wrongAfter('DL', 'the list has an entry twice', sandbox)

  /** The steps, without the part of the keys that differs between sessions. */
  const shapeOf = (result: WalkResult) =>
    result.outcome === 'differs' && result.steps.map((step) => step.replace(/twalk\d+-|\b\d{9,}\b/, ''))

  test('a walk that differs is reported with its shortest sequence, and its seed finds it again', async () => {
    await using emulator = await startEmulator()
    await using sandbox = await openSandbox(emulator, { mark: 'walk1' })
    const options = { calls: 400, seed: 5, replays: 300 }
    const found = await walk(wrong(sandbox), options)
    if (found.outcome !== 'differs') throw new Error(`the walk ${found.outcome}`)
    // A put of the deleted entry, one of another entry, the delete and the list.
    expect(found.steps.length).toBeLessThanOrEqual(5)
    expect(found.steps.at(-1)).toMatch(/^list in /)
    expect(found.expected).toMatch(/^the keys /)
    const again = await walk(wrong(sandbox), options)
    expect(shapeOf(again)).toEqual(shapeOf(found))
  })

  test('a walk that differs is reported in full if no replays are allowed', async () => {
    await using emulator = await startEmulator()
    await using sandbox = await openSandbox(emulator, { mark: 'walk1' })
    const found = await walk(wrong(sandbox), { calls: 400, seed: 5, replays: 0 })
    if (found.outcome !== 'differs') throw new Error(`the walk ${found.outcome}`)
    expect(found.steps).toHaveLength(found.calls)
  })
})

describe('an answer that shows nothing about the contract:', () => {
  test.each<[string, Partial<ClientAnswer>]>([
    ['throttling', { status: 429, text: '{"error":"slow down"}' }],
    ['an unavailable service', { status: 503, text: '' }],
    ['a refusal of a large value', { status: 413, text: '{}' }],
  ])('%s ends a walk as indeterminate', async (_what, answer) => {
    await using emulator = await startEmulator()
    await using sandbox = await openSandbox(emulator, { mark: 'walk1' })
    const source: SubjectSource = {
      async subjectFor(needs) {
        const subject = await sandbox.subjectFor(needs)
        let puts = 0
        const send: Send = async (request) => {
          const right = await subject.send(request)
          return request.method === 'PUT' && ++puts > 10 ? { ...right, ...answer } : right
        }
        return { ...subject, send }
      },
    }
    const result = await walk(source, { calls: 300, seed: 1, replays: 100 })
    expect(result).toMatchObject({
      outcome: 'indeterminate',
      why: expect.stringContaining(`${answer.status}`),
    })
  })

  test('a timeout makes a statement indeterminate, and so does throttling', async () => {
    await using emulator = await startEmulator()
    await using sandbox = await openSandbox(emulator, { mark: 'walk1' })
    const statement = STATEMENTS.find(({ id }) => id === 'kv.put.answer')
    if (statement === undefined) throw new Error('there is no such statement')
    const subject = await sandbox.subjectFor(statement.needs)
    const late: Send = async () => {
      throw new NoAnswerInTime('no answer within 30 s')
    }
    expect(await judge(statement, { ...subject, send: late })).toEqual({
      outcome: 'indeterminate',
      why: 'no answer within 30 s',
    })
    const throttling: Send = async (request) => ({
      ...(await subject.send(request)),
      status: 429,
      text: '{}',
    })
    expect(await judge(statement, { ...subject, send: throttling })).toMatchObject({
      outcome: 'indeterminate',
    })
    const failing: Send = async (request) => ({ ...(await subject.send(request)), status: 500, text: '{}' })
    expect(await judge(statement, { ...subject, send: failing })).toMatchObject({ outcome: 'fails' })
  })
})

test('shrinking leaves out parts for as long as the rest fails', async () => {
  const tried: number[] = []
  const fails = async (numbers: readonly number[]) => {
    tried.push(numbers.length)
    return numbers.includes(7) && numbers.includes(41)
  }
  const numbers = Array.from({ length: 64 }, (_, index) => index)
  expect(await shrink(numbers, fails, 200)).toEqual([7, 41])
  expect(tried.length).toBeLessThan(60)
  expect((await shrink(numbers, fails, 3)).length).toBeGreaterThan(2)
})
