/** The part of V8's heap that holds contents and mustn't fill up. */
export interface Heap {
  /** In bytes. */
  readonly limit: number
  /** In bytes, including garbage and holes. */
  readonly used: () => number
  /** Collects all garbage now. */
  readonly collect: () => void
}

const MIB = 1024 * 1024

// Loaded for the first world, so that an import, or a command without one, doesn't wait 2 ms for them.
const v8 = () => process.getBuiltinModule('node:v8')
const vm = () => process.getBuiltinModule('node:vm')
const threads = () => process.getBuiltinModule('node:worker_threads')

let limit: number | undefined

/** The heap of this process or worker thread. */
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
    // Only the second call gives back the pages that the first has emptied.
    collect()
  },
}

/** Size of V8's old generation in bytes. A page with holes counts in full, since larger objects can't fill them. */
function oldBytes(): number {
  const spaces = v8()
    .getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !name.startsWith('new_'))
  return spaces.reduce((sum, { space_size: bytes }) => sum + bytes, 0)
}

/** V8's limit includes the young generation: up to 192 MiB on top of a configured limit. */
function limitBytes(): number {
  const ofThread = (threads().resourceLimits.maxOldGenerationSizeMb ?? Number.POSITIVE_INFINITY) * MIB
  return Math.min(ofThread, givenBytes() ?? usualBytes())
}

/** The limit in Node's options, which applies to worker threads too. */
function givenBytes(): number | undefined {
  const options = [process.env.NODE_OPTIONS, ...process.execArgv].join(' ')
  const last = [...options.matchAll(/--max[-_]old[-_]space[-_]size=(\d+)/g)].at(-1)
  return last && Number(last[1]) * MIB
}

/** Node takes half of a container's memory, but at least 256 MiB, even if the container has less. */
function usualBytes(): number {
  const memory = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return Math.min(v8().getHeapStatistics().heap_size_limit, memory / 2)
}
