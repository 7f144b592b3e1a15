/**
 * How often something that is awaited can be done in a second of the process's own processor time, tried for so many ms
 * of it: other processes do not count, as they do on the wall.
 */
export async function rateOf(work: () => Promise<void>, ms: number): Promise<number> {
  // The time is read now and then only.
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

/** The ms of processor time that the process took, with all its threads. */
export function cpuSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
