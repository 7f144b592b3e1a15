import { Refusal } from '../../core/refusal.js'

/** In characters. Limits how long matching takes. */
export const GLOB_LENGTH_MAX = 1000

type Segment = ((text: string) => boolean) | '**'

/**
 * `*` matches any characters within a segment (segments are separated by slashes). A `**` segment matches any number of
 * segments, including none. Everything else matches itself. For example, `/v1/kv/**` matches /v1/kv and every path
 * under it. An operation's name is a single segment, so `kv.*` matches all kv operations and `*` matches all
 * operations.
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

/** Matches each literal between stars at its first occurrence, since a later one couldn't match more. */
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

/** Only backtracks to the last `**`, since it makes no difference how much an earlier one consumed. */
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
