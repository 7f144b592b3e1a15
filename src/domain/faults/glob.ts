import { Refusal } from '../../core/refusal.js'

/** Longer globs are refused, which bounds the time that matching takes. */
export const GLOB_LENGTH_MAX = 1000

/** One segment of a glob: the check whether that of a text matches, or `**`. */
type Segment = ((text: string) => boolean) | '**'

/**
 * Compiles a glob, as filters and faults use it. Text is a list of segments between slashes: `*` matches any
 * characters within one of them, a segment `**` any number of segments, none included; everything else
 * matches itself. So `/v1/kv/**` matches every path under /v1/kv and that path too. The name of an operation
 * is one segment: `kv.*` matches those of kv, and `*` all.
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

/** Each literal between stars is taken at its first place in the text: no other would match more. */
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

/** Only the last `**` is ever tried again, with one segment more: what an earlier one takes makes no difference. */
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
