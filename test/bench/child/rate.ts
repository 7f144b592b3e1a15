/**
 * Measures how often something can be done in a second of the process's own processor time. Other processes do not
 * count, as they would in real time.
 *
 * @param ms the processor time of the measurement
 */
export function rateOf(work: () => void, ms: number): number {
  // The time is read once per batch.
  const BATCH = 64
  const began = process.cpuUsage()
  let done = 0
  let taken = 0
  while (taken < ms) {
    for (let index = 0; index < BATCH; index++) work()
    done += BATCH
    taken = cpuSince(began)
  }
  return (done * 1000) / taken
}

/** Like rateOf, for asynchronous work: each call is awaited before the next one. */
export async function awaitedRateOf(work: () => Promise<void>, ms: number): Promise<number> {
  const BATCH = 16
  const began = process.cpuUsage()
  let done = 0
  let taken = 0
  while (taken < ms) {
    for (let index = 0; index < BATCH; index++) await work()
    done += BATCH
    taken = cpuSince(began)
  }
  return (done * 1000) / taken
}

/** The processor time that a call takes on average, in µs. */
export function cpuOf(work: () => void, times: number): number {
  const began = process.cpuUsage()
  for (let done = 0; done < times; done++) work()
  return (cpuSince(began) * 1000) / times
}

/** The ms of processor time that the process took, with all its threads. */
export function cpuSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
