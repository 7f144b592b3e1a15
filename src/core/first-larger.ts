/** The index of the first of these ascending numbers that is larger. */
export function firstLarger(numbers: readonly number[], number: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) > number) high = middle
    else low = middle + 1
  }
  return low
}
