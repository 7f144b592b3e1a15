import { minify } from '../../core/json/json-text.js'
import { readMoment } from '../../core/moment.js'

/** A record of a seed, possibly with templates. */
export interface BlockSource {
  readonly key?: string
  readonly id?: string
  readonly repeat?: number
  readonly literal?: boolean
  readonly value?: unknown
  /** The value as JSON text. */
  readonly json?: string
}

/** The origin of relative times, in ms; "origin" keeps them relative to whatever origin the state gets. */
export type Anchor = number | 'origin'

/** In ms: an instant, or an offset from the state's origin. */
export interface Time {
  readonly ms: number
  readonly isOffset: boolean
}

/** Resolves a checked time; defaults to the anchor. */
export function timeOf(source: string | number | bigint = '+0s', anchor: Anchor): Time {
  const moment = readMoment(source) ?? { offset: 0 }
  if ('at' in moment) return { ms: moment.at, isOffset: false }
  if (anchor === 'origin') return { ms: moment.offset, isOffset: true }
  return { ms: anchor + moment.offset, isOffset: false }
}

/** Returns an entry's value as JSON, whichever way it was written. */
export const jsonOf = ({ value, json }: BlockSource): string =>
  json === undefined ? JSON.stringify(value) : minify(json)
