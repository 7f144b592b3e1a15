import type { Check } from './check.js'
import { CHUNKS } from './chunks.js'
import { CODINGS } from './codings.js'
import { DESYNCS } from './desyncs.js'
import { HEADERS } from './headers.js'
import { LENGTHS } from './lengths.js'
import { MALFORMED } from './malformed.js'
import { REQUEST_LINES } from './request-lines.js'

/** Http11Probe's checks of compliance, smuggling, normalization and malformed input, by what they are about. */
export const CATALOGUE: Readonly<Record<string, readonly Check[]>> = {
  'Request lines, methods and versions': REQUEST_LINES,
  'Headers and Host': HEADERS,
  'Bodies by their length': LENGTHS,
  'Bodies in chunks': CHUNKS,
  'Transfer codings': CODINGS,
  'Two ends, and requests within bodies': DESYNCS,
  'No request, or too much of one': MALFORMED,
}

export const CHECKS: readonly Check[] = Object.values(CATALOGUE).flat()
