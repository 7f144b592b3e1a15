import { describe, expect, test } from 'vitest'
import { brief, problemsOf } from '../seeds.js'

/** The headers that a fault sends, and those that a request must carry. JSON is YAML too, with every escape. */

const sent = (headers: unknown) => problemsIn({ status: 503, headers })
const matched = (header: unknown) => problemsIn({ status: 503, match: { header } })

function problemsIn(fault: object): string[] {
  return problemsOf(JSON.stringify({ faults: [fault] })).map((problem) => {
    expect(brief(problem).hint).toBeDefined()
    return `${problem.path}: ${problem.message}`
  })
}

const NAME = 'a header name consists of letters, digits and hyphens'
const VALUE = 'x may only contain printable ASCII, so no line breaks'
const UNSEEN = 'no request can have this value for x'

describe('a header that a fault sends', () => {
  test.each<[string, string | number]>([
    ['X-Own', 'value'],
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['x', ''],
    ['x', 'a\tb'],
    ['x', 5],
    ['constructor', '1'],
  ])('a fault may send the header %j: %j', (name, value) => {
    expect(sent({ [name]: value })).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['', '1', `[""]: ${NAME}`],
    ['a b', '1', `["a b"]: ${NAME}`],
    ['é', '1', `["é"]: ${NAME}`],
    ['a\r\nb', '1', `["a\\r\\nb"]: ${NAME}`],
    ['x', '1\r\ny: 2', `.x: ${VALUE}`],
    ['x', '\u0000', `.x: ${VALUE}`],
    ['x', 'é', `.x: ${VALUE}`],
    ['x', null, '.x: expected text, found nothing (null)'],
    ['x', ['a'], '.x: expected text, found a list'],
    ['constructor', true, '.constructor: expected text, found the boolean true'],
    ...[
      'Connection',
      'content-LENGTH',
      'Keep-Alive',
      'Proxy-Connection',
      'TE',
      'Trailer',
      'Transfer-Encoding',
      'Upgrade',
    ].map((name): [string, string, string] => {
      const place = name.includes('-') ? `["${name}"]` : `.${name}`
      return [name, '1', `${place}: the emulator sets ${name} itself`]
    }),
  ])('a fault may not send the header %j: %j', (name, value, problem) => {
    expect(sent({ [name]: value })).toEqual([`faults[0].headers${problem}`])
  })

  test('every wrong header of a fault is reported', () => {
    expect(sent({ 'a b': '1', fine: '1', x: 'é' })).toHaveLength(2)
  })
})

describe('a header that a fault matches', () => {
  test.each<[string, string | number]>([
    ['Content-Length', 5],
    ['connection', 'close'],
    ['x', ''],
    ['x', 'a b\tc'],
    // A client may send it as Latin-1.
    ['x', 'é'],
  ])('a fault may match the header %j: %j', (name, value) => {
    expect(matched({ [name]: value })).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['a b', '1', `["a b"]: ${NAME}`],
    ['x', 'a\nb', `.x: ${UNSEEN}`],
    ['x', ' a', `.x: ${UNSEEN}`],
    ['x', 'a ', `.x: ${UNSEEN}`],
    ['x', '€', `.x: ${UNSEEN}`],
    ['x', {}, '.x: expected text, found a mapping'],
  ])('a fault may not match the header %j: %j', (name, value, problem) => {
    expect(matched({ [name]: value })).toEqual([`faults[0].match.header${problem}`])
  })
})

test('headers are neither a list nor text', () => {
  const problem = (found: string) => [
    `faults[0].headers: expected headers by name (a mapping), found ${found}`,
  ]
  const told = (headers: unknown) =>
    problemsOf(JSON.stringify({ faults: [{ status: 503, headers }] })).map(
      ({ path, message }) => `${path}: ${message}`,
    )
  expect(told(['x: y'])).toEqual(problem('a list'))
  expect(told('x: y')).toEqual(problem('the text "x: y"'))
  expect(told(null)).toEqual(problem('nothing (null)'))
})
