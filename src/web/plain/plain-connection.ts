import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type PlainMessage, PlainReader } from './plain-message.js'
import type { Remembered } from './remembered.js'

/** An answer that is there whole. */
export interface PlainAnswer {
  readonly status: number
  /** Name, value, name, value, … with the length of the body among them. */
  readonly headers: readonly string[]
  readonly body: string
}

/** Answers a plain request at once; undefined: Node is to read it. */
export type ServePlain = (message: PlainMessage) => PlainAnswer | undefined

export interface PlainPorts {
  readonly serve: ServePlain
  /** What connections remember. */
  readonly remembered: Remembered
  /** Real ms that an idle connection is kept. */
  readonly keepAliveMs: number
  /** Has Node take the connection over. */
  readonly toNode: (socket: Socket) => void
}

/**
 * Reads plain requests off a connection and writes each answer in one piece: what Node makes of a request and an answer
 * takes longer than all that happens between them (docs/PERFORMANCE.md). With the first bytes that are anything else the
 * connection goes to Node for good, as if it came in with them.
 */
export function servePlainly(socket: Socket, { serve, remembered, keepAliveMs, toNode }: PlainPorts): void {
  const reader = new PlainReader(socket, remembered)
  const tail = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`
  const onData = (bytes: Buffer) => {
    // A client that does not read its answers is Node's to slow down.
    const message = socket.writableNeedDrain ? undefined : reader.read(bytes)
    const answer = message === undefined ? undefined : serve(message)
    if (answer === undefined) leave(bytes)
    else socket.write(headOf(answer) + tail + answer.body)
  }
  const onEnd = () => socket.end()
  // A connection that breaks is lost to its client only.
  const onError = () => {}
  const onIdle = () => {
    // Node bounds how long a client may take until its first request.
    if (socket.bytesRead === 0) leave()
    else socket.destroy()
  }
  const onClose = () => reader.forget()
  const leave = (bytes?: Buffer) => {
    reader.forget()
    socket.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
    socket.setTimeout(0, onIdle)
    toNode(socket)
    if (bytes !== undefined) socket.unshift(bytes)
  }
  socket.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  socket.setTimeout(keepAliveMs, onIdle)
}

function headOf({ status, headers }: PlainAnswer): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (let index = 0; index < headers.length; index += 2)
    head += `${headers[index]}: ${headers[index + 1]}\r\n`
  return head
}
