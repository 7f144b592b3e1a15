/** The part of `Temporal` in use; TypeScript's library doesn't have it yet. */
interface TemporalNamespace {
  readonly Instant: { fromEpochMilliseconds(ms: number): TemporalInstant }
  readonly Now: {
    timeZoneId(): string
    instant: () => TemporalInstant
    zonedDateTimeISO: (timeZone?: unknown) => TemporalZonedDateTime
    plainDateTimeISO: (timeZone?: unknown) => unknown
    plainDateISO: (timeZone?: unknown) => unknown
    plainTimeISO: (timeZone?: unknown) => unknown
  }
}

interface TemporalInstant {
  toZonedDateTimeISO(timeZone: unknown): TemporalZonedDateTime
}

interface TemporalZonedDateTime {
  toPlainDateTime(): unknown
  toPlainDate(): unknown
  toPlainTime(): unknown
}

/**
 * Makes `Temporal.Now` show another clock, if there is a Temporal.
 *
 * @param scope the globals of a realm
 * @param now gives whole ms since 1970
 * @returns a function that restores the real one
 */
export function replaceTemporalNow(scope: object, now: () => number): () => void {
  const temporal: TemporalNamespace | undefined = Reflect.get(scope, 'Temporal')
  if (temporal === undefined) return () => {}
  const { Instant, Now } = temporal
  const real = { ...Object.getOwnPropertyDescriptors(Now) }
  const instant = () => Instant.fromEpochMilliseconds(now())
  const zoned = (timeZone: unknown = Now.timeZoneId()) => instant().toZonedDateTimeISO(timeZone)
  Object.assign(Now, {
    instant,
    zonedDateTimeISO: zoned,
    plainDateTimeISO: (timeZone?: unknown) => zoned(timeZone).toPlainDateTime(),
    plainDateISO: (timeZone?: unknown) => zoned(timeZone).toPlainDate(),
    plainTimeISO: (timeZone?: unknown) => zoned(timeZone).toPlainTime(),
  })
  return () => {
    Object.defineProperties(Now, real)
  }
}
