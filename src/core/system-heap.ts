/** The part of V8's heap where contents live. It mustn't fill up. */
export interface Heap {
  /** In bytes. */
  readonly limit: number
  /** In bytes, including garbage and gaps. */
  readonly used: () => number
  readonly collect: () => void
}

const MIB = 1024 * 1024

// Loaded with the first world, so that imports, and commands that need no world, don't have to wait 2 ms for them.
const v8 = () => process.getBuiltinModule('node:v8')
const vm = () => process.getBuiltinModule('node:vm')
const threads = () => process.getBuiltinModule('node:worker_threads')

let limit: number | undefined

/** Of the current process or worker thread. */
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
    // The second call gives back the pages that the first one emptied.
    collect()
  },
}

/** The size of V8's old generation. Pages with gaps count in full, since larger objects don't fit. */
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

/** From Node's options, which also apply to worker threads. */
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
