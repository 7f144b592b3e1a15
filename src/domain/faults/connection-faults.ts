/**
 * The ways in which a fault breaks a connection (docs/DESIGN.md section 5). Each is a row of `kinds`, which says all there
 * is to it: no other file names one.
 */

/** A connection on which a request has come, as a fault may end it. Each waits for what was written before. */
export interface OpenConnection {
  /** Ends it by RST. */
  reset(): void
  /** Ends it by FIN, after these bytes (Latin-1). */
  close(bytes?: string): void
}

/** One way to break a connection. */
interface ConnectionFaultKind {
  /** The part of the answer that the client receives before the connection ends. */
  readonly receives: 'nothing' | 'half'
  /** Ends the connection; undefined if it stays open without an answer. */
  readonly end: ((connection: OpenConnection) => void) | undefined
  /** The cause that Node's fetch gives for its error. */
  readonly cause: { readonly name: string; readonly message: string; readonly code: string }
  /** The error in HTTP archives, by Chromium's name. */
  readonly archiveError: string
  /** What it does, for the schema of faults and for the dashboard. */
  readonly does: string
  /** What it did to a past request, for explanations. */
  readonly did: string
  /** The end of a request in a table, in two words at most. */
  readonly ended: string
}

const RESET = { name: 'Error', message: 'read ECONNRESET', code: 'ECONNRESET' } as const

/** The cause for a connection that the other side closed before the answer was whole. */
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
    did: 'no answer came',
    ended: 'hung',
  },
  truncate: {
    receives: 'half',
    end: (connection) => connection.reset(),
    cause: RESET,
    archiveError: 'net::ERR_CONNECTION_RESET',
    does: 'resets the connection after half of the answer',
    did: 'the connection was reset in the middle of the answer',
    ended: 'reset halfway',
  },
  cut: {
    receives: 'half',
    end: (connection) => connection.close(),
    cause: CLOSED,
    archiveError: 'net::ERR_CONTENT_LENGTH_MISMATCH',
    does: 'closes the connection after half of the answer',
    did: 'the connection was closed in the middle of the answer',
    ended: 'closed halfway',
  },
  garbage: {
    receives: 'nothing',
    // No HTTP in any version: a TLS alert, as from a port that expects something else.
    end: (connection) => connection.close('\x15\x03\x01\x00\x02\x02\x28\r\n\r\n'),
    cause: {
      name: 'HTTPParserError',
      message: 'Response does not match the HTTP/1.1 protocol (Expected HTTP/)',
      code: 'HPE_INVALID_CONSTANT',
    },
    archiveError: 'net::ERR_INVALID_HTTP_RESPONSE',
    does: 'sends what is not HTTP',
    did: 'the bytes that were sent are not HTTP',
    ended: 'no HTTP',
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

/** Whether the connection stays open, and nothing comes. */
export const isEndless = (connection: ConnectionFault | undefined): boolean =>
  connection !== undefined && kinds[connection].end === undefined
