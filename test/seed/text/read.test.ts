import { describe, expect, test } from 'vitest'
import { parseSeeds } from '../../../src/seed/parse.js'
import { SeedProblems } from '../../../src/seed/text/problems.js'
import { services } from '../../../src/services/index.js'

/** Text that is neither YAML nor JSON, though people mistake it for one of them. */

/** Empty if there are no problems. */
function problemsOf(text: string): string {
  try {
    parseSeeds([{ name: 'seed.json', text }], services)
    return ''
  } catch (error) {
    if (error instanceof SeedProblems) return error.message
    throw error
  }
}

describe('UTF-16 without a mark', () => {
  test.each([
    ['with the low byte first', Buffer.from('version: 1\r\n', 'utf16le')],
    ['with the high byte first', Buffer.from('version: 1\r\n', 'utf16le').swap16()],
  ])('UTF-16 without a mark is refused with its name: %s', (_, bytes) => {
    expect(problemsOf(bytes.toString('utf8'))).toBe(
      'seed.json:1:1: this is UTF-16, not UTF-8\n' +
        '  save it as UTF-8; in Windows PowerShell, use | Out-File -Encoding utf8, because > writes UTF-16',
    )
  })
})

describe('JSON with comments of JavaScript', () => {
  test.each([
    ['{\n  // all of it\n  "version": 1\n}', '2:3'],
    ['{"version": 1, // which\n  "random": 2}', '1:16'],
    ['{ /* all of it */ "version": 1 }', '1:3'],
    ['{ "version": 1, # a YAML comment with a "\n  "random": 2 } // and one of the other sort', '2:17'],
    // The YAML reader would read this as the text "1 // one".
    ['{ "stores": [{ "id": "ec_a_1", "entries": [{ "key": "a", "value": 1 // one\n }] }] }', '1:69'],
  ])('a comment of JavaScript is refused at its place: %j', (text, place) => {
    expect(problemsOf(text)).toContain(`seed.json:${place}: JSON has no comments\n`)
    expect(problemsOf(text)).toMatch(/\n {2}begin each line of the comment with #.*$/)
  })

  test('comments are accepted in the form of the hint', () => {
    expect(problemsOf('{\n  # all of it\n  "version": 1 # the only one\n}')).toBe('')
  })

  test('what only looks like a comment is text', () => {
    expect(problemsOf('{ "$schema": "http://a.test/ // /* \\" // */" }')).toBe('')
    expect(problemsOf('{ stores: [{ id: ec_a_1, entries: [{ key: //a, value: http://b.test }] }] }')).toBe('')
  })
})
