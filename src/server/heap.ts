import { getHeapStatistics } from 'node:v8'

/** The bytes that the heap of this process may take. */
export const heapBytesMax = (): number => getHeapStatistics().heap_size_limit
