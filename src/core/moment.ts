/**
 * A point in virtual time as a person writes it: an instant, or so long after (or before) an origin that may not be
 * known yet (DESIGN section 4, Time). All in ms.
 */
export type Moment = { readonly at: number } | { readonly offset: number }

/** The instant that a moment stands for, in ms since 1970. */
export function instantOf(moment: Moment, origin: number): number {
  return 'at' in moment ? moment.at : origin + moment.offset
}
