/**
 * Makes several calls concurrently, and returns their answers in order. If one rejects, the others still finish first.
 */
export async function atOnce<T>(count: number, call: (index: number) => Promise<T>): Promise<readonly T[]> {
  const calls = Array.from({ length: count }, (_, index) => call(index))
  await Promise.allSettled(calls)
  return Promise.all(calls)
}
