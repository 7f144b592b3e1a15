import { Refusal } from '../../core/refusal.js'

/** Longer globs are refused, which keeps matching linear in the length of the text. */
export const GLOB_LENGTH_MAX = 1000

type Matcher = (text: string) => boolean

/**
 * Compiles a glob, as filters and faults use it. Text is a list of segments between slashes: `*` matches any
 * characters within one of them, a segment `**` any number of segments, none included; everything else matches
 * itself. So `/v1/kv/**` matches every path under /v1/kv and that path too. The name of an operation is one segment:
 * `kv.*` matches those of kv, and `*` all.
 *
 * Matching never tries a star again once the literal behind it is found: the leftmost place is as good as any other,
 * so no glob can make it slow.
 *
 * @throws Refusal invalid_request where the glob is longer than GLOB_LENGTH_MAX
 */
export function compileGlob(glob: string): Matcher {
  if (glob.length > GLOB_LENGTH_MAX) {
    throw new Refusal(
      'invalid_request',
      `a glob has at most ${GLOB_LENGTH_MAX} characters, not ${glob.length}`,
    )
  }
  if (!glob.includes('*')) return (text) => text === glob
  const head: Matcher[] = []
  const runs = [head]
  let last = head
  for (const segment of glob.split('/')) {
    if (segment === '**') {
      last = []
      runs.push(last)
    } else {
      last.push(compileSegment(segment))
    }
  }
  if (runs.length === 1) {
    return (text) => {
      const segments = text.split('/')
      return segments.length === head.length && matchesAt(head, segments, 0)
    }
  }
  const between = runs.slice(1, -1)
  return (text) => matchesRuns(head, between, last, text.split('/'))
}

/** One segment: its literals around the stars. */
function compileSegment(glob: string): Matcher {
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

/** Runs of segments with a `**` between each and the next. */
function matchesRuns(
  head: readonly Matcher[],
  between: readonly (readonly Matcher[])[],
  tail: readonly Matcher[],
  segments: readonly string[],
): boolean {
  const end = segments.length - tail.length
  if (head.length > end || !matchesAt(head, segments, 0) || !matchesAt(tail, segments, end)) return false
  let at = head.length
  for (const run of between) {
    while (at + run.length <= end && !matchesAt(run, segments, at)) at++
    at += run.length
    if (at > end) return false
  }
  return true
}

function matchesAt(run: readonly Matcher[], segments: readonly string[], at: number): boolean {
  return run.every((matches, index) => matches(segments[at + index] ?? ''))
}
