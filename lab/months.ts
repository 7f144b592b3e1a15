/** Returns the UTC month that contains an instant (in ms since 1970), as 'YYYY-MM'. */
export const monthKey = (ms: number): string => new Date(ms).toISOString().slice(0, 7)

export const monthStart = (ms: number): number => startOf(ms, 0)

export const nextMonthStart = (ms: number): number => startOf(ms, 1)

function startOf(ms: number, monthsLater: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater)
}
