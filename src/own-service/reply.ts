import { isPromise, ServiceMistake } from './mistake.js'

export interface SentAnswer {
  readonly status: number
  /** Alternating names and values, like Node's `rawHeaders`. */
  readonly headers: readonly string[]
  readonly body: string | undefined
  readonly reason: string | undefined
}

const MEMBERS = ['status', 'json', 'text', 'headers', 'reason']
const BODILESS: readonly number[] = [204, 205, 304]
const WITHOUT_LENGTH: readonly number[] = [204, 304]

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** Headers that only the server may set. */
const FRAMING = ['connection', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade']

/** @throws ServiceMistake if an operation returned something invalid */
export function readAnswer(answer: unknown): SentAnswer {
  if (isPromise(answer))
    throw new ServiceMistake(
      'it returned a promise. Operations are synchronous, so that no other request runs between a check and a ' +
        'write: `json` is already parsed, and node:crypto can sign without a promise',
    )
  if (typeof answer !== 'object' || answer === null)
    throw new ServiceMistake(
      `it returned ${String(answer)}; expected an answer such as { status: 201, json: {} }`,
    )
  const members = answer as Readonly<Record<string, unknown>>
  const unknown = Object.keys(members).find((name) => !MEMBERS.includes(name))
  if (unknown === 'send') throw new ServiceMistake('`send` is reserved for future use')
  if (unknown !== undefined)
    throw new ServiceMistake(`it returned ${unknown}; an answer has ${MEMBERS.join(', ')}`)
  const { reason } = members
  if (reason !== undefined && typeof reason !== 'string') throw new ServiceMistake('its reason is not text')
  const status = statusOf(members)
  const { body, type } = bodyOf(members, status)
  // Without this, Node would send the empty body with chunked encoding.
  const isEmpty = body === undefined && !WITHOUT_LENGTH.includes(status)
  const headers = [...headersOf(members), ...(isEmpty ? ['Content-Length', '0'] : [])]
  const isTyped = headers.some((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type')
  return {
    status,
    headers: type === undefined || isTyped ? headers : ['Content-Type', type, ...headers],
    body,
    reason,
  }
}

function statusOf({ status = 200 }: Readonly<Record<string, unknown>>): number {
  if (typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599) return status
  throw new ServiceMistake(`its status is ${String(status)}; expected a whole number from 200 to 599`)
}

function bodyOf(
  { json, text }: Readonly<Record<string, unknown>>,
  status: number,
): { readonly body: string | undefined; readonly type: string | undefined } {
  if (json === undefined && text === undefined) return { body: undefined, type: undefined }
  if (json !== undefined && text !== undefined) throw new ServiceMistake('it returned both json and text')
  if (BODILESS.includes(status)) throw new ServiceMistake(`an answer with status ${status} has no body`)
  if (text !== undefined) {
    if (typeof text !== 'string') throw new ServiceMistake('its text is not a string')
    return { body: text, type: 'text/plain; charset=utf-8' }
  }
  const body = jsonText(json)
  if (body === undefined) throw new ServiceMistake(`its json is a ${typeof json}, which is not JSON`)
  return { body, type: 'application/json' }
}

/** @throws ServiceMistake for a cycle, a bigint, endless nesting, or a `toJSON` that throws */
function jsonText(json: unknown): string | undefined {
  try {
    return JSON.stringify(json)
  } catch (error) {
    const [line] = String(error).split('\n')
    throw new ServiceMistake(`its json cannot be written: ${line}`)
  }
}

function headersOf({ headers = {} }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof headers !== 'object' || headers === null)
    throw new ServiceMistake('its headers are not an object')
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!TOKEN.test(name)) throw new ServiceMistake(`${JSON.stringify(name)} is not the name of a header`)
    if (FRAMING.includes(name.toLowerCase()))
      throw new ServiceMistake(`the emulator sets the header ${name} itself`)
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    return values.flatMap((one) => {
      if (typeof one !== 'string' || !HEADER_VALUE.test(one))
        throw new ServiceMistake(`the value of the header ${name} is not text that a header can contain`)
      return [name, one]
    })
  })
}

export const refusalReply = (
  status: number,
  body: {
    readonly error: string
    readonly message: string
    readonly violations?: readonly object[] | undefined
  },
): SentAnswer => ({
  status,
  headers: ['Content-Type', 'application/json'],
  body: JSON.stringify(body),
  reason: body.message,
})
