/** The globals in a realm that show the current time. */
export interface DateScope {
  Date: DateConstructor
  readonly Intl: Pick<typeof Intl, 'DateTimeFormat'>
}

/**
 * Affects `Date.now()`, `new Date()`, `Date()`, subclasses, and the default date of `Intl.DateTimeFormat`, but not
 * dates that are created from a value or by Node itself.
 *
 * @param now returns whole ms since 1970
 */
export function replaceDate(scope: DateScope, now: () => number): void {
  const RealDate = scope.Date
  replace(RealDate, 'now', now)
  const FollowingDate = new Proxy(RealDate, {
    construct: (target, parts, newTarget) =>
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
    apply: () => new RealDate(now()).toString(),
  })
  replace(RealDate.prototype, 'constructor', FollowingDate)
  replace(scope, 'Date', FollowingDate)
  replaceFormats(scope.Intl.DateTimeFormat.prototype, now)
}

type Format = Intl.DateTimeFormat['format']

function replaceFormats(prototype: Intl.DateTimeFormat, now: () => number): void {
  const described = Object.getOwnPropertyDescriptor(prototype, 'format')
  const realFormatOf = described?.get
  if (realFormatOf === undefined) return
  // Each formatter has to keep returning the same `format` function.
  const formats = new WeakMap<Intl.DateTimeFormat, Format>()
  Object.defineProperty(prototype, 'format', {
    ...described,
    get(this: Intl.DateTimeFormat): Format {
      const known = formats.get(this)
      if (known !== undefined) return known
      const realFormat: Format = Reflect.apply(realFormatOf, this, [])
      const format: Format = (date) => realFormat(date === undefined ? now() : date)
      formats.set(this, format)
      return format
    },
  })
  const { formatToParts } = prototype
  replace(prototype, 'formatToParts', function (this: Intl.DateTimeFormat, date?: Date | number) {
    return formatToParts.call(this, date === undefined ? now() : date)
  })
}

/** Keeps the property's other attributes. */
function replace(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { ...Object.getOwnPropertyDescriptor(target, name), value })
}
