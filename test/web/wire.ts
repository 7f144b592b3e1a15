import { connect, type Socket } from 'node:net'

/** An answer as it came over the socket. */
export interface WireAnswer {
  readonly status: number
  /** By lower-case name. If one was sent more than once, the last value. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** The answers to some bytes, and whether the emulator closed the connection. */
export interface Talk {
  readonly answers: readonly WireAnswer[]
  readonly isClosed: boolean
}

export interface TalkOptions {
  /** Stops listening after this number of answers, by default 1. 100 Continue doesn't count. */
  readonly answers?: number
  /** Answers have no body, whatever they announce. */
  readonly isHead?: boolean
  /** Ends this side of the connection after the bytes. */
  readonly halfClose?: boolean
}

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

/** Writes raw bytes that no HTTP library would, and reads until the answers are complete or the connection ends. */
export async function talk(
  baseUrl: string,
  bytes: string | Buffer,
  options: TalkOptions = {},
): Promise<Talk> {
  const socket = await dial(baseUrl)
  // latin1 makes one byte of each character, so that tests can write raw bytes.
  const sent = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
  if (options.halfClose === true) socket.end(sent)
  else socket.write(sent)
  try {
    return await listenTo(socket, options)
  } finally {
    socket.destroy()
  }
}

/** Reads until the answers are complete or the connection ends. */
export function listenTo(socket: Socket, options: TalkOptions = {}): Promise<Talk> {
  const wanted = options.answers ?? 1
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    const settle = (isClosed: boolean) => resolve({ answers: parseAnswers(received, options), isClosed })
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (parseAnswers(received, options).length >= wanted) settle(false)
    })
    // A reset is an end too, and what came before it counts.
    socket.on('error', () => settle(true))
    socket.on('end', () => settle(true))
    socket.on('close', () => settle(true))
  })
}

/** The complete answers. */
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

/** Checks that the emulator still answers correctly. */
export async function isWell(baseUrl: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/v1/kv/ns_wire_a1/greeting`, {
    headers: { 'X-KV-Key': 'kv_admin_wire' },
  })
  return answer.status === 200 && (await answer.text()).includes('"value":"hello"')
}

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
