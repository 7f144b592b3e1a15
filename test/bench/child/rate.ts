/** How often something can be done in a second, tried for so many ms. */
export function rateOf(work: () => void, ms: number): number {
  // The clock is read now and then only.
  const BATCH = 64
  let done = 0
  const began = performance.now()
  let now = began
  while (now - began < ms) {
    for (let index = 0; index < BATCH; index++) work()
    done += BATCH
    now = performance.now()
  }
  return (done * 1000) / (now - began)
}

/** The same for what is awaited, one after the other. */
export async function awaitedRateOf(work: () => Promise<void>, ms: number): Promise<number> {
  const BATCH = 16
  let done = 0
  const began = performance.now()
  let now = began
  while (now - began < ms) {
    for (let index = 0; index < BATCH; index++) await work()
    done += BATCH
    now = performance.now()
  }
  return (done * 1000) / (now - began)
}

/** The CPU that something takes, in µs, done so many times. Other processes do not count, as they do on the wall. */
export function cpuOf(work: () => void, times: number): number {
  const began = process.cpuUsage()
  for (let done = 0; done < times; done++) work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / times
}
