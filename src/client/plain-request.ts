/** Methods that mean the same however fetch reads them, and whether they may have a body. */
const METHODS: ReadonlyMap<string, boolean> = new Map([
  ['GET', false],
  ['PUT', true],
  ['POST', true],
  ['DELETE', true],
])

/** Options that change nothing of what is sent besides the parts read here. */
const READ: ReadonlySet<string> = new Set(['method', 'headers', 'body', 'signal'])

const NO_BODY = Buffer.alloc(0)

/**
 * Reads what nearly every call of fetch is: a method, headers and no body or a text. A standard Request would say the
 * same, and take longer than the answer.
 *
 * @returns undefined where only a Request can tell
 */
export function plainRequest(
  init: RequestInit = {},
): { readonly method: string; readonly headers: Headers; readonly body: Buffer } | undefined {
  const { method = 'GET', body } = init
  const mayHaveBody = METHODS.get(method)
  const isText = typeof body === 'string'
  if (mayHaveBody === undefined || (isText ? !mayHaveBody : body !== undefined)) return undefined
  for (const option in init) if (!READ.has(option)) return undefined
  const headers = new Headers(init.headers)
  if (isText && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
  return { method, headers, body: isText ? Buffer.from(body) : NO_BODY }
}
