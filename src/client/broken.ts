/** What fetch rejects with where a connection breaks: the same as over a socket. */

/** An error that names what happened by a code, as those of sockets do. */
function coded(message: string, code: string, name = 'Error'): Error {
  const error = Object.assign(new Error(message), { code })
  // Not a field: what is printed then begins with it.
  Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true })
  return error
}

const reset = (): Error => Object.assign(coded('read ECONNRESET', 'ECONNRESET'), { syscall: 'read' })

export const otherSideClosed = (): Error => coded('other side closed', 'UND_ERR_SOCKET', 'SocketError')

const noHttp = (): Error =>
  coded(
    'Response does not match the HTTP/1.1 protocol (Expected HTTP/)',
    'HPE_INVALID_CONSTANT',
    'HTTPParserError',
  )

/** Why no answer came. */
export function unanswered(connection: 'reset' | 'close' | 'garbage'): TypeError {
  const causes = { reset, close: otherSideClosed, garbage: noHttp }
  return failed(causes[connection]())
}

export function failed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause })
}

/** The first half of a body; then the connection is reset. */
export function halfOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let half: Uint8Array | undefined = bytes.subarray(0, Math.floor(bytes.length / 2))
  return new ReadableStream(
    {
      pull(controller) {
        if (half !== undefined && half.length > 0) controller.enqueue(half)
        // One pull later, since an error drops what is still in the queue.
        else controller.error(new TypeError('terminated', { cause: reset() }))
        half = undefined
      },
    },
    { highWaterMark: 0 },
  )
}
