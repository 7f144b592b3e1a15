/** Works off a list, this many at a time; the results are in the order of the list. */
export async function sideBySide<T, U>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<U>,
): Promise<U[]> {
  const results: U[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as T)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  return results
}
