const grouped = new Intl.NumberFormat('en-US')

/** 1234567 → "1,234,567" */
export const count = (n: number): string => grouped.format(n)

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** 1536 → "1.5 KiB" */
export function bytes(n: number): string {
  let unit = 0
  let rest = n
  while (rest >= 1024 && unit < UNITS.length - 1) {
    rest /= 1024
    unit++
  }
  return `${unit === 0 ? rest : rest.toFixed(rest < 10 ? 1 : 0)} ${UNITS[unit]}`
}

/** "2026-01-31 23:59:00". Dates that are too late are shown as a number of ms. */
export function dateTime(ms: number): string {
  const iso = isoOf(ms)
  return iso === undefined ? `${ms} ms` : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

/** "23:59:00.123" */
export const timeOfDay = (ms: number): string => isoOf(ms)?.slice(11, 23) ?? String(ms)

function isoOf(ms: number): string | undefined {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** The two largest units, e.g. "1 d 2 h" or "59 s". */
export function span(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000)
  if (seconds < 1) return '0 s'
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const first = parts.findIndex(([amount]) => amount > 0)
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${count(amount)} ${unit}`)
    .join(' ')
}

const DAY_MS = 86_400_000

/** "2,526 days". Uses `span` for less than ten days. */
export function farSpan(ms: number): string {
  const far = Math.abs(ms)
  return far < 10 * DAY_MS ? span(ms) : `${count(Math.round(far / DAY_MS))} days`
}

/** "0.21 ms", "12 ms", "1.5 s" */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
  return `${ms.toFixed(ms < 10 ? 2 : 0)} ms`
}

/** "1 key", "2 keys" */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`

/** "3 ms", "1.5 s", "1 d" */
export const pause = (ms: number): string => (ms < 1000 ? `${ms} ms` : ms < 60_000 ? duration(ms) : span(ms))

/** "35,102", "7.1", "< 0.1" */
export const rate = (perMinute: number): string =>
  perMinute < 0.05 ? '< 0.1' : perMinute < 9.95 ? perMinute.toFixed(1) : count(Math.round(perMinute))
