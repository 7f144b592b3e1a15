import { printable as escaped } from '../../core/printable.js'
import type { Limits } from '../../domain/quotas.js'
import { maskJwt } from '../../inspect/mask.js'

/** "1,234,567": by hand, since the first toLocaleString of a process loads its tables. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** "1 store", "2 stores". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`
}

const BYTE_UNITS = ['GiB', 'MiB', 'KiB'] as const

/** "64 KiB" if it is a whole number of some unit, else "1,000 bytes". */
export function bytesText(bytes: number): string {
  for (const [index, unit] of BYTE_UNITS.entries()) {
    const size = 1024 ** (BYTE_UNITS.length - index)
    if (bytes > 0 && bytes % size === 0) return `${grouped(bytes / size)} ${unit}`
  }
  return counted(bytes, 'byte')
}

/** "1,000 reads, 100 writes, 10 lists a month, 64 KiB": those that are given. */
export function limitsText({ reads, writes, lists, storageBytes }: Partial<Limits>): string {
  const monthly = Object.entries({ reads, writes, lists }).flatMap(([noun, limit]) =>
    limit === undefined ? [] : [`${grouped(limit)} ${noun}`],
  )
  const stored = storageBytes === undefined ? [] : [`${bytesText(storageBytes)} stored`]
  return [...(monthly.length === 0 ? [] : [`${monthly.join(', ')} a month`]), ...stored].join(', ')
}

/** Most items that a list shows to people. */
const LISTED_MAX = 20

/** The first items, and how many more there are. */
export function shortened<T>(items: readonly T[], show: (item: T) => string): string[] {
  const shown = items.slice(0, LISTED_MAX).map(show)
  const more = items.length - shown.length
  return more > 0 ? [...shown, `and ${grouped(more)} more`] : shown
}

/** Rows of two columns, the first as wide as its widest. */
export function aligned(rows: readonly (readonly [left: string, right: string])[], indent = '  '): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `${indent}${left.padEnd(width)}  ${right}`.trimEnd())
}

/** A text from a request, as one line that a terminal may show and a log may keep. */
export const printable = (text: string): string => escaped(maskJwt(text))
