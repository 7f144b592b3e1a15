/**
 * Ways to break a connection (docs/DESIGN.md section 5). To add one, add a row to `kinds`; no other file mentions them
 * by name.
 */

/** A connection with a pending request. Both methods wait for earlier writes to finish. */
export interface OpenConnection {
  /** Sends RST. */
  reset(): void
  /** Sends the bytes (as Latin-1), then FIN. */
  close(bytes?: string): void
}

interface ConnectionFaultKind {
  /** The part of the answer that arrives before the connection ends. */
  readonly receives: 'nothing' | 'half'
  /** Undefined to keep the connection open without an answer. */
  readonly end: ((connection: OpenConnection) => void) | undefined
  /** The `cause` of the error from Node's `fetch`. */
  readonly cause: { readonly name: string; readonly message: string; readonly code: string }
  /** Chromium's name for the error, for HTTP archives. */
  readonly archiveError: string
  /** In the present tense, for the faults' schema and the dashboard. */
  readonly does: string
  /** In the past tense, for explaining a request. */
  readonly did: string
  /** One or two words, for tables of requests. */
  readonly ended: string
}

const RESET = { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' } as const

/** The other side closes the connection before the answer is complete. */
export const CLOSED = { name: 'SocketError', message: 'other side closed', code: 'UND_ERR_SOCKET' } as const

const kinds = {
  reset: {
    receives: 'nothing',
    end: (connection) => connection.reset(),
    cause: RESET,
    archiveError: 'net::ERR_CONNECTION_RESET',
    does: 'resets the connection',
    did: 'the connection was reset',
    ended: 'reset',
  },
  close: {
    receives: 'nothing',
    end: (connection) => connection.close(),
    cause: CLOSED,
    archiveError: 'net::ERR_EMPTY_RESPONSE',
    does: 'closes the connection',
    did: 'the connection was closed without an answer',
    ended: 'closed',
  },
  hang: {
    receives: 'nothing',
    end: undefined,
    cause: CLOSED,
    archiveError: 'net::ERR_TIMED_OUT',
    does: 'never answers',
    did: 'no answer was sent',
    ended: 'hung',
  },
  truncate: {
    receives: 'half',
    end: (connection) => connection.reset(),
    cause: RESET,
    archiveError: 'net::ERR_CONNECTION_RESET',
    does: 'resets the connection halfway through the answer',
    did: 'the connection was reset halfway through the answer',
    ended: 'reset halfway',
  },
  cut: {
    receives: 'half',
    end: (connection) => connection.close(),
    cause: CLOSED,
    archiveError: 'net::ERR_CONTENT_LENGTH_MISMATCH',
    does: 'closes the connection halfway through the answer',
    did: 'the connection was closed halfway through the answer',
    ended: 'closed halfway',
  },
  garbage: {
    receives: 'nothing',
    // A TLS alert, as from a port that expects TLS. No version of HTTP allows it.
    end: (connection) => connection.close('\x15\x03\x01\x00\x02\x02\x28\r\n\r\n'),
    cause: {
      name: 'HTTPParserError',
      message: 'Response does not match the HTTP/1.1 protocol (Expected HTTP/)',
      code: 'HPE_INVALID_CONSTANT',
    },
    archiveError: 'net::ERR_INVALID_HTTP_RESPONSE',
    does: 'sends bytes that are not HTTP',
    did: 'the bytes that were sent are not HTTP',
    ended: 'no HTTP',
  },
} as const satisfies Record<string, ConnectionFaultKind>

export type ConnectionFault = keyof typeof kinds

export const connectionFaults: Readonly<Record<ConnectionFault, ConnectionFaultKind>> = kinds

export const CONNECTION_FAULTS = Object.keys(kinds) as ConnectionFault[]

export const isConnectionFault = (name: string): name is ConnectionFault => Object.hasOwn(kinds, name)

export const isHalving = (connection: unknown): boolean =>
  typeof connection === 'string' && isConnectionFault(connection) && kinds[connection].receives === 'half'

/** The connection stays open without an answer. */
export const isEndless = (connection: ConnectionFault | undefined): boolean =>
  connection !== undefined && kinds[connection].end === undefined
