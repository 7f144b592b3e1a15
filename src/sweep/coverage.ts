import type { Boundaries } from './edges/boundary.js'
import type { SweepSettings } from './options.js'
import type { SweptPoint } from './report.js'
import { plural } from './report-text.js'
import type { Undisturbed } from './undisturbed.js'

interface Swept {
  readonly undisturbed: Undisturbed
  readonly settings: SweepSettings
  readonly boundaries: Boundaries
}

/** What a sweep covered: "32 requests, 2 faults each (lost, 503): 64 runs; 3 boundaries touched: 12 runs; …". */
export function coverageText(
  points: readonly SweptPoint[],
  { undisturbed, settings, boundaries }: Swept,
): string {
  const { requests, gaps } = undisturbed
  const reached = points.filter(({ outcome }) => outcome !== 'not reached')
  const runs = (kind: SweptPoint['kind']) => plural(reached.filter((one) => one.kind === kind).length, 'run')
  const missed = points.length - reached.length
  const { faults, only } = settings
  const names = faults.map(({ name }) => name).join(', ')
  const each = plural(faults.length, 'fault')
  const away = boundaries.unapproached
  const parts = [
    plural(requests.length, 'request') + (names === '' ? '' : `, ${each} each (${names}): ${runs('fault')}`),
    ...(settings.edges.length > 0
      ? [`${plural(boundaries.found.length + away, 'boundary', 'boundaries')} touched: ${runs('edge')}`]
      : []),
    ...(away === 0
      ? []
      : [`${plural(away, 'boundary', 'boundaries')} out of reach, as no move of the clock led there`]),
    ...(settings.gaps ? [`${plural(gaps.length, 'gap')} used: ${runs('gap')}`] : []),
    ...(missed === 0 ? [] : [`${plural(missed, 'point')} not reached`]),
    ...(only.length === 0 ? [] : [`only ${plural(points.length, 'point')} of all`]),
  ]
  return parts.join('; ')
}
