/** The globals of one realm that show the time. */
export interface DateScope {
  Date: DateConstructor
  readonly Intl: Pick<typeof Intl, 'DateTimeFormat'>
}

/**
 * Makes `Date` show another clock: `Date.now()`, `new Date()`, `Date()`, subclasses, and the default date of
 * `Intl.DateTimeFormat`. Dates made from a value, and Node's own dates, stay as they are.
 *
 * @param now gives whole ms since 1970
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
  // A formatter returns the same `format` function each time.
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

/** Replaces a property, keeping it as enumerable and writable as it was. */
function replace(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { ...Object.getOwnPropertyDescriptor(target, name), value })
}
