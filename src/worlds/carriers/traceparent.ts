import { hash128 } from '../../core/random.js'

/** The first half of the trace id of every world, so that those of worlds that are gone are known too. */
const MARK = '74726973746f7265'

/** Where the trace id begins in a Traceparent header. */
const TRACE_ID_AT = 3

/** Any version but ff; what later ones append is not read, and version 00 appends nothing. */
const TRACEPARENT =
  /^(?:00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}|(?!00|ff)[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(?:-.*)?)$/

/** A W3C Traceparent header that selects a world. It depends on the id alone, so equal runs have equal ones. */
export function traceparentOf(id: string): string {
  const words = hash128(id).map((word) => (word >>> 0).toString(16).padStart(8, '0'))
  return `00-${MARK}${words.slice(0, 2).join('')}-${words.slice(2).join('')}-01`
}

/**
 * The trace id in a Traceparent header, if it is one of a world; undefined if it is the application's own or the
 * header is not well formed.
 */
export function worldTraceIdIn(header: string): string | undefined {
  if (!header.startsWith(MARK, TRACE_ID_AT) || !TRACEPARENT.test(header)) return undefined
  return traceIdOf(header)
}

/** The trace id of a well-formed header. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(TRACE_ID_AT, TRACE_ID_AT + 32)
