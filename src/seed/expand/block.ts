import { minify } from '../../core/json/json-text.js'
import { readMoment } from '../../core/moment.js'

/** A record of a seed, with or without templates. */
export interface BlockSource {
  readonly key?: string
  readonly id?: string
  readonly repeat?: number
  readonly literal?: boolean
  readonly value?: unknown
  /** The value as JSON text. */
  readonly json?: string
}

/** Relative times count from here, in ms; "origin": they stay relative, and count from whatever origin the state gets. */
export type Anchor = number | 'origin'

/** Ms: an instant, or an offset from the origin of the state. */
export interface Time {
  readonly ms: number
  readonly isOffset: boolean
}

/** Returns a checked time; left out, it is that of the anchor. */
export function timeOf(source: string | number | bigint = '+0s', anchor: Anchor): Time {
  const moment = readMoment(source) ?? { offset: 0 }
  if ('at' in moment) return { ms: moment.at, isOffset: false }
  if (anchor === 'origin') return { ms: moment.offset, isOffset: true }
  return { ms: anchor + moment.offset, isOffset: false }
}

/** Returns the JSON of an entry's value, which is given as such or as exact JSON text. */
export const jsonOf = ({ value, json }: BlockSource): string =>
  json === undefined ? JSON.stringify(value) : minify(json)
