import { connect, type Socket } from 'node:net'

/** An answer as it came over the socket. */
export interface WireAnswer {
  readonly status: number
  /** Values by lower-case name; of one that was sent more than once, the last. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** The result of some bytes: the answers, and whether the emulator closed the connection. */
export interface Talk {
  readonly answers: readonly WireAnswer[]
  readonly isClosed: boolean
}

export interface TalkOptions {
  /** Stop listening after this number of answers (100 Continue does not count); by default 1. */
  readonly answers?: number
  /** Answers have no body whatever they announce. */
  readonly isHead?: boolean
  /** End this side of the connection after the bytes. */
  readonly halfClose?: boolean
}

/** A socket to the emulator, connected. */
export function dial(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

/** Writes bytes as they are, which no HTTP library would, and listens until the answers are in or the end came. */
export async function talk(
  baseUrl: string,
  bytes: string | Buffer,
  options: TalkOptions = {},
): Promise<Talk> {
  const socket = await dial(baseUrl)
  // latin1: one character, one byte, so that tests can write raw bytes.
  const sent = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
  if (options.halfClose === true) socket.end(sent)
  else socket.write(sent)
  try {
    return await listenTo(socket, options)
  } finally {
    socket.destroy()
  }
}

/** Listens on a socket until the answers are in or the end came. */
export function listenTo(socket: Socket, options: TalkOptions = {}): Promise<Talk> {
  const wanted = options.answers ?? 1
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    const settle = (isClosed: boolean) => resolve({ answers: parseAnswers(received, options), isClosed })
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (parseAnswers(received, options).length >= wanted) settle(false)
    })
    // A reset is an end too; what came before it counts.
    socket.on('error', () => settle(true))
    socket.on('end', () => settle(true))
    socket.on('close', () => settle(true))
  })
}

/** The answers that are there whole. */
function parseAnswers(bytes: Buffer, { isHead }: TalkOptions): WireAnswer[] {
  const found: WireAnswer[] = []
  for (let at = 0; ; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at)
    if (headEnd < 0) return found
    const [statusLine = '', ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? Number.NaN)
    const headers = new Map(lines.map((line) => splitHeader(line)))
    const length = isHead === true ? 0 : Number(headers.get('content-length') ?? 0)
    const bodyAt = headEnd + 4
    if (bytes.length < bodyAt + length) return found
    const body = bytes.toString('utf8', bodyAt, bodyAt + length)
    if (status !== 100) found.push({ status, headers, body })
    at = bodyAt + length
  }
}

function splitHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

/** Returns true if the emulator still answers, and rightly. */
export async function isWell(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/v1/kv/ns_wire_a1/greeting`, {
    headers: { 'X-KV-Key': 'kv_admin_wire' },
  })
  return answer.status === 200 && (await answer.text()).includes('"value":"hello"')
}

/** The seed of the tests over the wire. */
export const WIRE_SEED = {
  version: 1,
  namespaces: [
    {
      id: 'ns_wire_a1',
      limits: { reads: 1_000_000, writes: 1_000_000, lists: 1000, storageBytes: 100_000_000 },
      keys: [{ key: 'kv_admin_wire', scope: 'admin' }],
      entries: [{ key: 'greeting', value: 'hello', expiresAt: '9999-01-01T00:00:00Z' }],
    },
  ],
  stores: [{ id: 'ec_wire_b2', keys: [{ key: 'kv_admin_config', scope: 'admin' }] }],
  database: {
    keys: [{ key: 'db_wire' }],
    documents: [
      { id: 1, title: 'one' },
      { id: 2, title: 'two' },
      { id: 3, title: 'three' },
    ],
  },
}
