/** The part of `Temporal` that is used, which the compiler's library does not know yet. */
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
 * Has `Temporal.Now` show another clock, if there is a Temporal.
 *
 * @param scope the globals of a realm
 * @param now gives whole ms since 1970
 * @returns what puts the real one back
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
