import { bestOf, ratioOf, reachesAim, type Sampled, spreadOf, type Unit } from './sample.js'

export function table(rows: readonly Sampled[]): string {
  const head = [
    'what',
    'best',
    'min – median – max',
    'against',
    'best',
    'min – median – max',
    'ratio',
    'aim',
    '',
  ]
  return aligned([head, ...rows.map(cells)])
}

function cells(row: Sampled): string[] {
  const { name, unit, better, measured, baseline } = row
  const reached = reachesAim(row)
  return [
    name,
    `${shown(bestOf(measured, better), unit)} ${unit}`,
    spreadText(measured, unit),
    baseline?.name ?? '',
    baseline === undefined ? '' : shown(bestOf(baseline.samples, better), unit),
    baseline === undefined ? '' : spreadText(baseline.samples, unit),
    ratioText(ratioOf(row)),
    aimText(row),
    reached === undefined ? '' : reached ? 'ok' : 'short',
  ]
}

function aimText({ aim, better, unit }: Sampled): string {
  const sign = better === 'more' ? '≥' : '≤'
  const parts = [
    ...(aim?.ratio === undefined ? [] : [`${sign} ${aim.ratio}`]),
    ...(aim?.value === undefined ? [] : [`${sign} ${aim.value} ${unit}`]),
    ...(aim?.over === undefined ? [] : [`≤ ${aim.over} ${unit} over`]),
  ]
  return parts.join(', ')
}

const ratioText = (ratio: number | undefined): string => (ratio === undefined ? '' : ratio.toFixed(2))

function spreadText(samples: readonly number[], unit: Unit): string {
  if (samples.length === 1) return ''
  const { min, median, max } = spreadOf(samples)
  return [min, median, max].map((value) => shown(value, unit)).join(' – ')
}

/** Leaves out decimals if there are enough digits without them. */
function shown(value: number, unit: Unit): string {
  const isFine = unit !== 'req/s' && value < 100
  return isFine ? value.toFixed(value < 10 ? 2 : 1) : Math.round(value).toLocaleString('en-US')
}

/** Pads each column to its widest cell. Text is aligned left, numbers right. */
function aligned(lines: readonly (readonly string[])[]): string {
  const LEFT = new Set([0, 3, 8])
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return LEFT.has(column) ? cell.padEnd(width) : cell.padStart(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
