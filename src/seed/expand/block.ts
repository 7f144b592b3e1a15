import { minify } from '../../core/json/json-text.js'
import { readMoment } from '../../core/moment.js'

/** A seed's record, which may contain templates. */
export interface BlockSource {
  readonly key?: string
  readonly id?: string
  readonly repeat?: number
  readonly literal?: boolean
  readonly value?: unknown
  /** Exact JSON text, used instead of `value`. */
  readonly json?: string
}

/** The instant (in ms) that relative times count from, or `'origin'` to keep them relative to the state's origin. */
export type Anchor = number | 'origin'

/** Either an instant or an offset from the state's origin. */
export interface Time {
  readonly ms: number
  readonly isOffset: boolean
}

/** Expects a validated time. Defaults to the anchor. */
export function timeOf(source: string | number | bigint = '+0s', anchor: Anchor): Time {
  const moment = readMoment(source) ?? { offset: 0 }
  if ('at' in moment) return { ms: moment.at, isOffset: false }
  if (anchor === 'origin') return { ms: moment.offset, isOffset: true }
  return { ms: anchor + moment.offset, isOffset: false }
}

export const jsonOf = ({ value, json }: BlockSource): string =>
  json === undefined ? JSON.stringify(value) : minify(json)
