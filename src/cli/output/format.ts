import { printable as escaped } from '../../core/printable.js'
import type { Limits } from '../../domain/quotas.js'
import { maskJwt } from '../../inspect/mask.js'

/** For example "1,234,567". Doesn't use `toLocaleString`, which loads data when it's first called. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** For example "1 store" or "2 stores". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`
}

const BYTE_UNITS = ['GiB', 'MiB', 'KiB'] as const

/** For example "64 KiB" if it's a multiple of a unit, or otherwise "1,000 bytes". */
export function bytesText(bytes: number): string {
  for (const [index, unit] of BYTE_UNITS.entries()) {
    const size = 1024 ** (BYTE_UNITS.length - index)
    if (bytes > 0 && bytes % size === 0) return `${grouped(bytes / size)} ${unit}`
  }
  return counted(bytes, 'byte')
}

/** For example "1,000 reads, 100 writes, 10 lists a month, 64 KiB stored". Skips undefined limits. */
export function limitsText({ reads, writes, lists, storageBytes }: Partial<Limits>): string {
  const monthly = Object.entries({ reads, writes, lists }).flatMap(([noun, limit]) =>
    limit === undefined ? [] : [`${grouped(limit)} ${noun}`],
  )
  const stored = storageBytes === undefined ? [] : [`${bytesText(storageBytes)} stored`]
  return [...(monthly.length === 0 ? [] : [`${monthly.join(', ')} a month`]), ...stored].join(', ')
}

const LISTED_MAX = 20

/** Formats the first few items, and adds how many more there are. */
export function shortened<T>(items: readonly T[], show: (item: T) => string): string[] {
  const shown = items.slice(0, LISTED_MAX).map(show)
  const more = items.length - shown.length
  return more > 0 ? [...shown, `and ${grouped(more)} more`] : shown
}

export function aligned(rows: readonly (readonly [left: string, right: string])[], indent = '  '): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `${indent}${left.padEnd(width)}  ${right}`.trimEnd())
}

/** Makes text from a request safe to print or log: a single line, without the signatures of tokens. */
export const printable = (text: string): string => escaped(maskJwt(text))
