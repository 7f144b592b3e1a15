/**
 * The fields that HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/) requires. A "?" marks an optional field;
 * custom fields begin with "_".
 */

type Check = (value: unknown, path: string) => string[]

const wrong = (path: string, what: string, value: unknown) => [
  `${path}: ${what}, not ${JSON.stringify(value)}`,
]

const text: Check = (value, path) => (typeof value === 'string' ? [] : wrong(path, 'text', value))

const number: Check = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? [] : wrong(path, 'a number', value)

/** Bytes or ms; -1 if unknown. */
const size: Check = (value, path) =>
  Number.isInteger(value) && Number(value) >= -1 ? [] : wrong(path, 'a size', value)

const elapsed: Check = (value, path) =>
  number(value, path).length === 0 && Number(value) >= 0 ? [] : wrong(path, 'a time', value)

const instant: Check = (value, path) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(String(value))
    ? []
    : wrong(path, 'an instant', value)

const url: Check = (value, path) =>
  typeof value === 'string' && URL.canParse(value) && !value.includes('#')
    ? []
    : wrong(path, 'an absolute URL', value)

const listOf =
  (item: Check): Check =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => item(one, `${path}[${index}]`))
      : wrong(path, 'a list', value)

function object(fields: Record<string, Check>): Check {
  const known = new Map(Object.entries(fields).map(([name, check]) => [name.replace('?', ''), check]))
  const needed = Object.keys(fields).filter((name) => !name.endsWith('?'))
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return wrong(path, 'an object', value)
    const missing = needed.filter((name) => !(name in value)).map((name) => `${path}.${name}: is missing`)
    const others = Object.entries(value).flatMap(([name, inner]) => {
      const check = known.get(name)
      if (check !== undefined) return check(inner, `${path}.${name}`)
      return name.startsWith('_') ? [] : [`${path}.${name}: there is no such field`]
    })
    return [...missing, ...others]
  }
}

const pair = object({ name: text, value: text, 'comment?': text })

const cookie = object({
  name: text,
  value: text,
  'path?': text,
  'domain?': text,
  'expires?': text,
  'comment?': text,
})

const request = object({
  method: text,
  url,
  httpVersion: text,
  cookies: listOf(cookie),
  headers: listOf(pair),
  queryString: listOf(pair),
  'postData?': object({ mimeType: text, 'text?': text, 'params?': listOf(pair), 'comment?': text }),
  headersSize: size,
  bodySize: size,
  'comment?': text,
})

const response = object({
  status: size,
  statusText: text,
  httpVersion: text,
  cookies: listOf(cookie),
  headers: listOf(pair),
  content: object({
    size,
    'compression?': number,
    mimeType: text,
    'text?': text,
    'encoding?': text,
    'comment?': text,
  }),
  redirectURL: text,
  headersSize: size,
  bodySize: size,
  'comment?': text,
})

const timings = object({
  'blocked?': number,
  'dns?': number,
  'connect?': number,
  send: elapsed,
  wait: elapsed,
  receive: elapsed,
  'ssl?': number,
  'comment?': text,
})

const entry = object({
  'pageref?': text,
  startedDateTime: instant,
  time: elapsed,
  request,
  response,
  cache: object({ 'beforeRequest?': () => [], 'afterRequest?': () => [], 'comment?': text }),
  timings,
  'serverIPAddress?': text,
  'connection?': text,
  'comment?': text,
})

const program = object({ name: text, version: text, 'comment?': text })

const archive = object({
  log: object({
    version: text,
    creator: program,
    'browser?': program,
    'pages?': listOf(() => []),
    entries: listOf(entry),
    'comment?': text,
  }),
})

/** Lists everything that is wrong with an archive. */
export const harProblems = (value: unknown): string[] => archive(value, 'har')
