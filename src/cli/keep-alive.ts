/** Longer than anything that is waited for. */
const NEVER_MS = 2 ** 31 - 1

/** Keeps the process running while a promise is waited for: the terminal's timers alone would let it end. */
export async function keepAlive<T>(waiting: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, NEVER_MS)
  try {
    return await waiting
  } finally {
    clearInterval(timer)
  }
}
