import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Longer than the idle time of clients' pools: a server that closes first resets their next request. */
const KEEP_ALIVE_MS = 75_000
const HEADER_BYTES_MAX = 256 * 1024
/** How long a stop waits for requests in flight; with what follows it keeps a stop under a second. */
const DRAIN_MS = 500

/** A server that listens. */
export interface Listening {
  readonly host: string
  readonly port: number
  /** Takes no new connections, finishes requests in flight, then drops what is left. */
  close(): Promise<void>
}

/**
 * Listens for HTTP.
 *
 * @throws the system's error (EADDRINUSE, EACCES, …) where it cannot listen
 */
export function listen(listener: RequestListener, port: number, host: string): Promise<Listening> {
  const server = createServer(
    { maxHeaderSize: HEADER_BYTES_MAX, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
    listener,
  )
  server.on('clientError', answerBrokenRequest)
  server.on('checkExpectation', refuseExpectation)
  server.on('connect', (_request, socket: Socket) => {
    writeRaw(
      socket,
      '501 Not Implemented',
      'not_emulated',
      'the emulator is no proxy: CONNECT is not emulated',
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address() as AddressInfo
      resolve({ host, port: address.port, close: () => close(server) })
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** What Node's parser rejects never becomes a request; it is answered here, with a reason too. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const reason = `the headers are longer than ${HEADER_BYTES_MAX} bytes`
    writeRaw(socket, '431 Request Header Fields Too Large', 'headers_too_large', reason)
  } else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    writeRaw(socket, '408 Request Timeout', 'request_timeout', 'the request did not arrive whole in time')
  } else {
    writeRaw(
      socket,
      '400 Bad Request',
      'invalid_request',
      `this is no HTTP request (${error.code ?? error.message})`,
    )
  }
}

function writeRaw(socket: Socket, status: string, code: string, reason: string): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ error: code, message: reason })
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Emulator-Reason: ${reason}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const reason = 'of the Expect header only 100-continue is known'
  const body = JSON.stringify({ error: 'expectation_failed', message: reason })
  response.writeHead(417, [
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'X-Emulator-Reason',
    reason,
  ])
  response.end(body)
  request.resume()
}
