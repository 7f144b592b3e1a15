/**
 * Returns how often asynchronous work can be done in a second of processor time, measured for n ms of it. Unlike time
 * on the wall clock, processor time does not include other processes.
 */
export async function rateOf(work: () => Promise<void>, ms: number): Promise<number> {
  // Reading the time after each one would cost too much.
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

/** In ms, for all threads of the process. */
export function cpuSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
