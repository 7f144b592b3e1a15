/** The part of V8's heap where contents are stored. It mustn't fill up. */
export interface Heap {
  /** In bytes. */
  readonly limit: number
  /** In bytes, including garbage and gaps. */
  readonly used: () => number
  /** Runs a full garbage collection. */
  readonly collect: () => void
}

const MIB = 1024 * 1024

// We load these for the first world. Imports, and commands without a world, shouldn't have to wait 2 ms for them.
const v8 = () => process.getBuiltinModule('node:v8')
const vm = () => process.getBuiltinModule('node:vm')
const threads = () => process.getBuiltinModule('node:worker_threads')

let limit: number | undefined

/** The heap of the current process or worker thread. */
export const systemHeap: Heap = {
  get limit() {
    limit ??= limitBytes()
    return limit
  },
  used: oldBytes,
  collect() {
    const { setFlagsFromString } = v8()
    setFlagsFromString('--expose-gc')
    const collect: () => void = vm().runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    collect()
    // It takes a second call to return the pages that the first one has emptied.
    collect()
  },
}

/** Returns the size of V8's old generation in bytes. Pages with gaps count in full, since larger objects don't fit. */
function oldBytes(): number {
  const spaces = v8()
    .getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !name.startsWith('new_'))
  return spaces.reduce((sum, { space_size: bytes }) => sum + bytes, 0)
}

/** V8's own limit includes the young generation, which adds up to 192 MiB to a configured limit. */
function limitBytes(): number {
  const ofThread = (threads().resourceLimits.maxOldGenerationSizeMb ?? Number.POSITIVE_INFINITY) * MIB
  return Math.min(ofThread, givenBytes() ?? usualBytes())
}

/** Returns the limit from Node's options, which also applies to worker threads. */
function givenBytes(): number | undefined {
  const options = [process.env.NODE_OPTIONS, ...process.execArgv].join(' ')
  const last = [...options.matchAll(/--max[-_]old[-_]space[-_]size=(\d+)/g)].at(-1)
  return last && Number(last[1]) * MIB
}

/** Node uses half of a container's memory but at least 256 MiB, even if the container has less than that. */
function usualBytes(): number {
  const memory = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return Math.min(v8().getHeapStatistics().heap_size_limit, memory / 2)
}
