import { hash128 } from '../../core/random.js'

/** The first half of every world's trace id, so that those of removed worlds are recognized too. */
const MARK = '74726973746f7265'

const TRACE_ID_AT = 3

/** Matches any version except ff. Later versions may append fields, which are ignored, but version 00 may not. */
const TRACEPARENT =
  /^(?:00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}|(?!00|ff)[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(?:-.*)?)$/

/** A W3C Traceparent header that selects a world. It only depends on the id, so it's the same in every run. */
export function traceparentOf(id: string): string {
  const words = hash128(id).map((word) => (word >>> 0).toString(16).padStart(8, '0'))
  return `00-${MARK}${words.slice(0, 2).join('')}-${words.slice(2).join('')}-01`
}

/** The header's trace id, unless the header is malformed or the application's own. */
export function worldTraceIdIn(header: string): string | undefined {
  if (!header.startsWith(MARK, TRACE_ID_AT) || !TRACEPARENT.test(header)) return undefined
  return traceIdOf(header)
}

/** The header must be well-formed. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(TRACE_ID_AT, TRACE_ID_AT + 32)
