/** The ways in which a fault breaks a connection (docs/DESIGN.md section 5), each declared here alone. */

/** One way to break a connection. */
interface ConnectionFaultKind {
  /** The part of the answer that the client receives before the connection ends. */
  readonly receives: 'nothing' | 'half'
  /** How the connection ends: by RST, by FIN, by bytes that are not HTTP and FIN, or never. */
  readonly end: 'reset' | 'close' | 'garbage' | 'never'
  /** The cause that Node's fetch gives for its error. */
  readonly cause: { readonly name: string; readonly message: string; readonly code: string }
  /** The error in HTTP archives, by Chromium's name. */
  readonly archiveError: string
  /** The effect in a sentence, for explanations. */
  readonly sentence: string
}

const RESET = { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' } as const

/** The cause for a connection that the other side closed before the answer was whole. */
export const CLOSED = { name: 'SocketError', message: 'other side closed', code: 'UND_ERR_SOCKET' } as const

const kinds = {
  reset: {
    receives: 'nothing',
    end: 'reset',
    cause: RESET,
    archiveError: 'net::ERR_CONNECTION_RESET',
    sentence: 'the connection was reset',
  },
  close: {
    receives: 'nothing',
    end: 'close',
    cause: CLOSED,
    archiveError: 'net::ERR_EMPTY_RESPONSE',
    sentence: 'the connection was closed without an answer',
  },
  hang: {
    receives: 'nothing',
    end: 'never',
    cause: CLOSED,
    archiveError: 'net::ERR_TIMED_OUT',
    sentence: 'no answer came',
  },
  truncate: {
    receives: 'half',
    end: 'reset',
    cause: RESET,
    archiveError: 'net::ERR_CONNECTION_RESET',
    sentence: 'the connection was reset in the middle of the answer',
  },
  cut: {
    receives: 'half',
    end: 'close',
    cause: CLOSED,
    archiveError: 'net::ERR_CONTENT_LENGTH_MISMATCH',
    sentence: 'the connection was closed in the middle of the answer',
  },
  garbage: {
    receives: 'nothing',
    end: 'garbage',
    cause: {
      name: 'HTTPParserError',
      message: 'Response does not match the HTTP/1.1 protocol (Expected HTTP/)',
      code: 'HPE_INVALID_CONSTANT',
    },
    archiveError: 'net::ERR_INVALID_HTTP_RESPONSE',
    sentence: 'the bytes that were sent are not HTTP',
  },
} as const satisfies Record<string, ConnectionFaultKind>

export type ConnectionFault = keyof typeof kinds

export const connectionFaults: Readonly<Record<ConnectionFault, ConnectionFaultKind>> = kinds

/** Their names. */
export const CONNECTION_FAULTS = Object.keys(kinds) as ConnectionFault[]

export const isConnectionFault = (name: string): name is ConnectionFault => Object.hasOwn(kinds, name)

/** Whether the client receives half of the answer. */
export const isHalving = (connection: unknown): boolean =>
  typeof connection === 'string' && isConnectionFault(connection) && kinds[connection].receives === 'half'
