import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { resourceLimits } from 'node:worker_threads'

/** The part of V8's heap that contents come to, and that must not be full. */
export interface Heap {
  /** The most bytes that may be in use. */
  readonly limit: number
  /** Bytes in use, with garbage and holes. */
  readonly used: () => number
  /** Collects all garbage now. */
  readonly collect: () => void
}

const MIB = 1024 * 1024

/** The heap of this process, or of this worker thread. */
export const systemHeap: Heap = {
  limit: limitBytes(),
  used: oldBytes,
  collect() {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    collect()
    // Only this one gives back the pages that the first has emptied.
    collect()
  },
}

/** Bytes of the pages of V8's old generation. A page with holes counts as a whole: no larger object can fill them. */
function oldBytes(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name: name }) => !name.startsWith('new_'))
  return spaces.reduce((sum, { space_size: bytes }) => sum + bytes, 0)
}

/** The limit that V8 reports counts the young generation too, which is up to 192 MiB beside a limit that was given. */
function limitBytes(): number {
  const ofThread = (resourceLimits.maxOldGenerationSizeMb ?? Number.POSITIVE_INFINITY) * MIB
  return Math.min(ofThread, givenBytes() ?? usualBytes())
}

/** The limit in the options of Node, which holds in its worker threads too. */
function givenBytes(): number | undefined {
  const options = [process.env.NODE_OPTIONS, ...process.execArgv].join(' ')
  const last = [...options.matchAll(/--max[-_]old[-_]space[-_]size=(\d+)/g)].at(-1)
  return last && Number(last[1]) * MIB
}

/** Node takes half of a container's memory, but never less than 256 MiB, even if the container has less. */
function usualBytes(): number {
  const memory = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return Math.min(getHeapStatistics().heap_size_limit, memory / 2)
}
