import { expect, test } from 'vitest'
import type { Send } from '../../../conformance/http-client.js'
import { NEEDS } from '../../../conformance/needs.js'
import { judge, LEFT_OUT } from '../../../conformance/statements/table.js'
import { STATEMENTS } from './all-statements.js'

const unreachable: Send = async () => {
  throw new Error('no request must be made')
}

test('the table of statements has each id and each text only once', () => {
  expect(new Set(STATEMENTS.map(({ id }) => id)).size).toBe(STATEMENTS.length)
  const texts = STATEMENTS.map(({ service: side, text }) => `${side} ${text}`)
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

test('the table has only complete statements', () => {
  const incomplete = STATEMENTS.filter(
    ({ id, text, section, needs, check }) =>
      !/^(ab|kv|config|usage|quota|db)(\.[a-z0-9-]+)+$/.test(id) ||
      !/^\S.{15,}\.$/.test(text) ||
      section === '' ||
      needs.some((need) => !(need in NEEDS)) ||
      (check === undefined) !== needs.includes('unobservable'),
  )
  expect(incomplete).toEqual([])
})

test('the table of statements leaves out a sentence only for another statement that exists', () => {
  const ids = new Set(STATEMENTS.map(({ id }) => id))
  for (const { because, statement } of LEFT_OUT) {
    expect(statement !== undefined).toBe(because === 'said elsewhere')
    if (statement !== undefined) expect(ids).toContain(statement)
  }
})

test('skips every statement on a subject without credentials, with the reason and without a request', async () => {
  for (const statement of STATEMENTS) {
    const verdict = await judge(statement, { send: unreachable, prefix: 'p' })
    expect(verdict).toEqual({ outcome: 'skipped', why: expect.stringMatching(/^needs \S/) })
  }
})
