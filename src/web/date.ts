/** An instant (ms) as the Date header writes it. */
export const dateText = (now: number): string => new Date(now).toUTCString()
