import { Refusal } from '../../core/refusal.js'

/** Longer globs are refused, which keeps matching linear in the length of the text. */
export const GLOB_LENGTH_MAX = 1000

/** @param segments of the text, given if more than one glob is tried on it */
export type Matcher = (text: string, segments?: () => readonly string[]) => boolean

/** Splits a text into its segments when first asked: once, however many globs are tried on it. */
export function segmentsOf(text: string): () => readonly string[] {
  let segments: readonly string[] | undefined
  return () => {
    segments ??= text.split('/')
    return segments
  }
}

/** One segment of a glob: the text itself if it has no star, or else the check whether a text matches. */
type Segment = string | ((text: string) => boolean)

/**
 * Compiles a glob, as filters and faults use it. Text is a list of segments between slashes: `*` matches any
 * characters within one of them, a segment `**` any number of segments, none included; everything else
 * matches itself. So `/v1/kv/**` matches every path under /v1/kv and that path too. The name of an operation
 * is one segment: `kv.*` matches those of kv, and `*` all.
 *
 * Matching never tries a star again once the literal after it is found: the leftmost place is as good as any
 * other. So it takes time in proportion to the length of the text; if a run of segments between two `**` has
 * stars, to the number of its segments too.
 *
 * @throws Refusal invalid_request if the glob is longer than GLOB_LENGTH_MAX
 */
export function compileGlob(glob: string): Matcher {
  if (glob.length > GLOB_LENGTH_MAX) {
    throw new Refusal(
      'invalid_request',
      `a glob has at most ${GLOB_LENGTH_MAX} characters, not ${glob.length}`,
    )
  }
  if (!glob.includes('*')) return (text) => text === glob
  const head: Segment[] = []
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
  // A name without a slash has nothing to split.
  if (runs.length === 1 && head.length === 1)
    return (text) => !text.includes('/') && matchesAt(head, [text], 0)
  if (runs.length === 1) {
    return (text, segments = segmentsOf(text)) =>
      segments().length === head.length && matchesAt(head, segments(), 0)
  }
  const between = runs.slice(1, -1).map(finderOf)
  return (text, segments = segmentsOf(text)) => matchesRuns(head, between, last, segments())
}

/** One segment: its literals around the stars. */
function compileSegment(glob: string): Segment {
  const [head = '', ...between] = glob.split('*')
  const tail = between.pop()
  if (tail === undefined) return glob
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

/**
 * Returns the end of a run of segments in a text, between two positions; undefined if the run is not there.
 */
type Finder = (segments: readonly string[], from: number, end: number) => number | undefined

function finderOf(run: readonly Segment[]): Finder {
  const literals = run.filter((segment) => typeof segment === 'string')
  if (literals.length === run.length) return literalFinder(literals)
  return (segments, from, end) => {
    for (let at = from; at + run.length <= end; at++) if (matchesAt(run, segments, at)) return at + run.length
    return undefined
  }
}

/** Looks at each segment of the text once or twice (Knuth, Morris and Pratt). */
function literalFinder(run: readonly string[]): Finder {
  /** For each beginning of the run, the length of its longest part that the run begins with as well. */
  const borders = [0]
  const advanced = (matched: number, segment: string | undefined): number => {
    let length = matched
    while (length > 0 && run[length] !== segment) length = borders[length - 1] ?? 0
    return run[length] === segment ? length + 1 : length
  }
  for (let index = 1; index < run.length; index++) borders.push(advanced(borders[index - 1] ?? 0, run[index]))
  return (segments, from, end) => {
    if (run.length === 0) return from
    let matched = 0
    for (let at = from; at < end; at++) {
      matched = advanced(matched, segments[at])
      if (matched === run.length) return at + 1
    }
    return undefined
  }
}

/** Runs of segments with a `**` between each and the next. */
function matchesRuns(
  head: readonly Segment[],
  between: readonly Finder[],
  tail: readonly Segment[],
  segments: readonly string[],
): boolean {
  const end = segments.length - tail.length
  if (head.length > end || !matchesAt(head, segments, 0) || !matchesAt(tail, segments, end)) return false
  let at = head.length
  for (const find of between) {
    const found = find(segments, at, end)
    if (found === undefined) return false
    at = found
  }
  return true
}

function matchesAt(run: readonly Segment[], segments: readonly string[], at: number): boolean {
  return run.every((segment, index) => {
    const text = segments[at + index] ?? ''
    return typeof segment === 'string' ? text === segment : segment(text)
  })
}
