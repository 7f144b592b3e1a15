import { hash128 } from '../../core/random.js'

/** First half of every world's trace id, so those of removed worlds are recognized too. */
const MARK = '74726973746f7265'

/** Offset of the trace id in a Traceparent header. */
const TRACE_ID_AT = 3

/** Any version but ff. Later versions may append fields, which are ignored; version 00 may not. */
const TRACEPARENT =
  /^(?:00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}|(?!00|ff)[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(?:-.*)?)$/

/**
 * Returns a W3C Traceparent header that selects a world. It depends on the id only, so equal runs have equal headers.
 */
export function traceparentOf(id: string): string {
  const words = hash128(id).map((word) => (word >>> 0).toString(16).padStart(8, '0'))
  return `00-${MARK}${words.slice(0, 2).join('')}-${words.slice(2).join('')}-01`
}

/**
 * Returns the trace id of a Traceparent header if it belongs to a world; undefined for the application's own and for
 * malformed headers.
 */
export function worldTraceIdIn(header: string): string | undefined {
  if (!header.startsWith(MARK, TRACE_ID_AT) || !TRACEPARENT.test(header)) return undefined
  return traceIdOf(header)
}

/** Expects a well-formed header. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(TRACE_ID_AT, TRACE_ID_AT + 32)
