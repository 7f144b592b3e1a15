/** The UTC month of an instant (ms since 1970) as 'YYYY-MM'. */
export const monthKey = (ms: number): string => new Date(ms).toISOString().slice(0, 7)

/** The first ms of the UTC month that holds this instant. */
export const monthStart = (ms: number): number => startOf(ms, 0)

/** The first ms of the UTC month after this instant's. */
export const nextMonthStart = (ms: number): number => startOf(ms, 1)

function startOf(ms: number, monthsLater: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater)
}
