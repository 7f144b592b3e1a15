import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sendInPieces } from '../web/pieces.js'
import { chunk, HOST, KV_KEY } from '../web/requests.js'
import { JSON_TEXTS, NAMES } from './hostile-values.js'
import { FUZZ_TIMEOUT_MS, fuzz } from './runs.js'
import { cuts, isWellFormed, NAMESPACE, wireEmulator } from './wire-emulator.js'

/** Values with any text, sent in odd pieces, are stored and returned as a map would. */

const emulator = wireEmulator()

const key = fc.oneof(
  fc.constantFrom(...NAMES.filter((name) => name !== '' && isWellFormed(name))),
  fc.string({ minLength: 1, maxLength: 5, unit: 'binary' }).filter(isWellFormed),
)

/** JSON texts of values, without white space, as they are stored. */
const valueText = fc.oneof(
  fc.constantFrom(...JSON_TEXTS),
  fc.json({ maxDepth: 3 }),
  fc
    .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...JSON_TEXTS))
    .map(([name, text]) => `{${JSON.stringify(name)}:${text}}`),
)

/** Ways to write the members of a body. If a name is repeated, the last one counts; unknown members are ignored. */
type Form = (value: string) => string
const forms: readonly Form[] = [
  (value) => `{"value":${value},"ttlSeconds":60}`,
  (value) => ` {\r\n\t"ttlSeconds" : 6e1 ,\n"value" :${value} } `,
  (value) => `{"value":1,"\\u0076alue":${value},"ttlSeconds":60}`,
  (value) => `{"__proto__":{"value":2,"ttlSeconds":1},"ttlSeconds":60,"value":${value}}`,
  (value) => `{"constructor":{"prototype":{}},"ttlSeconds":"no","value":${value},"ttlSeconds":60}`,
  (value) => `{"value":${value},"ttlSeconds":60,"toString":null,"Value":3,"value ":4}`,
]

type Op =
  | {
      readonly do: 'put'
      readonly key: string
      readonly value: string
      readonly form: number
      readonly inChunks: boolean
    }
  | { readonly do: 'get' | 'delete'; readonly key: string }

const opOn = (key: fc.Arbitrary<string>): fc.Arbitrary<Op> =>
  fc.oneof(
    fc.record({
      do: fc.constant('put' as const),
      key,
      value: valueText,
      form: fc.nat(forms.length - 1),
      inChunks: fc.boolean(),
    }),
    fc.record({ do: fc.constantFrom('get' as const, 'delete' as const), key }),
  )

/** Only one or two keys, so that reads often find what was written. */
const opsOnFew = fc
  .array(key, { minLength: 1, maxLength: 2 })
  .chain((keys) => fc.array(opOn(fc.constantFrom(...keys)), { minLength: 1, maxLength: 8 }))

function bytesOf(one: Op): Buffer {
  const method = one.do.toUpperCase()
  const head = `${method} ${NAMESPACE}/${encodeURIComponent(one.key)} HTTP/1.1\r\n${HOST}${KV_KEY}`
  if (one.do !== 'put') return Buffer.from(`${head}\r\n`)
  const body = forms[one.form]?.(one.value) ?? ''
  if (!one.inChunks) return Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  const half = body.length >> 1
  // Not in the middle of a character.
  const at = /[\udc00-\udfff]/.test(body[half] ?? '') ? half - 1 : half
  const pieces = [body.slice(0, at), body.slice(at)].filter((piece) => piece !== '').map(chunk)
  return Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n${pieces.join('')}0\r\nX-Trailer: 1\r\n\r\n`)
}

/** Computes the expected answer from a map. */
function expected(one: Op, model: Map<string, string>): { status: number; body: string } {
  const shownKey = JSON.stringify(one.key)
  if (one.do === 'put') {
    model.set(one.key, one.value)
    return { status: 200, body: `{"ok":true,"key":${shownKey},"ttlSeconds":60,"expiresAt":` }
  }
  const value = model.get(one.key)
  if (value === undefined) return { status: 404, body: '{"ok":false,"message":"The key does not exist' }
  if (one.do === 'delete') {
    model.delete(one.key)
    return { status: 200, body: `{"ok":true,"key":${shownKey}}` }
  }
  return { status: 200, body: `{"ok":true,"key":${shownKey},"value":${value},"ttlSeconds":60,` }
}

test(
  'values come back letter for letter, however names, bodies and bytes are cut up',
  async () => {
    const property = fc.asyncProperty(opsOnFew, cuts, async (ops, places) => {
      await emulator().reset()
      const model = new Map<string, string>()
      const { answers } = await sendInPieces(emulator().baseUrl, Buffer.concat(ops.map(bytesOf)), places, {
        answers: ops.length,
      })
      expect(answers.length).toBe(ops.length)
      for (const [index, one] of ops.entries()) {
        const { status, body } = expected(one, model)
        expect([answers[index]?.status, answers[index]?.body.slice(0, body.length)]).toEqual([status, body])
      }
      const { namespaces = [] } = await emulator().state.get()
      const kept = namespaces[0]?.entries?.map((entry) => entry.key).filter((name) => name !== 'greeting')
      expect(kept?.sort()).toEqual([...model.keys()].sort())
    })
    await fuzz(property, 40)
  },
  FUZZ_TIMEOUT_MS,
)
