/** Parts of requests, as sent over the wire. */
export const HOST = 'Host: localhost\r\n'
export const KV_KEY = 'X-KV-Key: kv_admin_wire\r\n'
export const DB_KEY = 'X-API-Key: db_wire\r\n'
export const GREETING = '/v1/kv/ns_wire_a1/greeting'

/** Texts that look like a host, but may not appear in a URL. */
export const NO_HOSTS: readonly string[] = [
  'a:99999',
  'a:65536',
  '1.2.3.999',
  '999999999999',
  '[::::]',
  '[1]',
  '1.2.3.4.5',
  '256.1',
  '[evil.com]',
  '[::1',
  '::1',
  'localhost:port',
  'localhost:123456',
  'localhost:65536',
  '127.0.0.1:99999',
  '"><script>',
  'a%zz',
]

/** A request that reads the greeting. */
export const READ = `GET ${GREETING} HTTP/1.1\r\n${HOST}${KV_KEY}\r\n`

/** A GET of the greeting with further header lines. */
export const readWith = (...lines: string[]): string =>
  `GET ${GREETING} HTTP/1.1\r\n${HOST}${KV_KEY}${lines.map((line) => `${line}\r\n`).join('')}\r\n`

/** A GET of a target, exactly as written. */
export const get = (target: string): string => `GET ${target} HTTP/1.1\r\n${HOST}${KV_KEY}${DB_KEY}\r\n`

export const PUT_BODY = '{"value":1,"ttlSeconds":60}'

/** A PUT with these header lines and these bytes after them, right or wrong. */
export const putWith = (lines: readonly string[], rest: string): string =>
  `PUT /v1/kv/ns_wire_a1/k HTTP/1.1\r\n${HOST}${KV_KEY}${lines.map((line) => `${line}\r\n`).join('')}\r\n${rest}`

/** A PUT of a body, with the right length. */
export function put(body: string | Buffer, key = 'k'): Buffer {
  const bytes = Buffer.from(body)
  const head = `PUT /v1/kv/ns_wire_a1/${key} HTTP/1.1\r\n${HOST}${KV_KEY}Content-Length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

/** Bytes as one chunk of a chunked body, without the end. */
export const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
