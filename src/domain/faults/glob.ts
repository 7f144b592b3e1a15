import { Refusal } from '../../core/refusal.js'

/** In characters. Bounds the time of a match. */
export const GLOB_LENGTH_MAX = 1000

/** A compiled segment of a glob, or `**`. */
type Segment = ((text: string) => boolean) | '**'

/**
 * Compiles a glob. `*` matches any characters within a slash-separated segment, a `**` segment any number of segments,
 * including none; everything else matches itself. So `/v1/kv/**` matches /v1/kv and every path under it. An operation's
 * name is one segment: `kv.*` matches all of kv, and `*` all operations.
 *
 * @throws Refusal invalid_request if the glob is longer than GLOB_LENGTH_MAX
 */
export function compileGlob(glob: string): (text: string) => boolean {
  if (glob.length > GLOB_LENGTH_MAX) {
    throw new Refusal(
      'invalid_request',
      `a glob has at most ${GLOB_LENGTH_MAX} characters, not ${glob.length}`,
    )
  }
  if (!glob.includes('*')) return (text) => text === glob
  const segments = glob.split('/').map((segment) => (segment === '**' ? segment : compileSegment(segment)))
  return (text) => matches(segments, text.split('/'))
}

/** Takes each literal between stars at its first occurrence; no other would match more. */
function compileSegment(glob: string): (text: string) => boolean {
  const [head = '', ...between] = glob.split('*')
  const tail = between.pop()
  if (tail === undefined) return (text) => text === glob
  return (text) => {
    if (!text.startsWith(head) || !text.endsWith(tail)) return false
    let at = head.length
    for (const literal of between) {
      const found = text.indexOf(literal, at)
      if (found < 0) return false
      at = found + literal.length
    }
    return at <= text.length - tail.length
  }
}

/** Backtracks to the last `**` only: what an earlier one consumes makes no difference. */
function matches(glob: readonly Segment[], text: readonly string[]): boolean {
  let next = 0
  let at = 0
  let retry: { readonly next: number; at: number } | undefined
  while (at < text.length) {
    const segment = glob[next]
    if (segment === '**') {
      next++
      retry = { next, at }
    } else if (segment?.(text[at] ?? '')) {
      next++
      at++
    } else if (retry === undefined) {
      return false
    } else {
      retry.at++
      next = retry.next
      at = retry.at
    }
  }
  return glob.slice(next).every((segment) => segment === '**')
}
