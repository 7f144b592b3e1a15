/** TypeScript doesn't have types for `Temporal` yet. */
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
 * Does nothing if there's no `Temporal`.
 *
 * @param scope a realm's global object
 * @param now returns whole ms since 1970
 * @returns a function that restores the real clock
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
