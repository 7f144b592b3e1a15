import { readFileSync } from 'node:fs'
import type { Service } from '../admin/call.js'
import type { AdminRouter } from '../admin/router.js'
import { systemTime } from '../core/clock.js'
import { type Heap, systemHeap } from '../core/system-heap.js'
import type { RequestRecord } from '../domain/requests/record.js'
import type { World } from '../domain/world.js'
import { dashboardFolder } from '../package-files.js'
import { decodeUtf8 } from '../seed/text/decode-utf8.js'
import { every } from '../web/every.js'
import { readNamed, systemFiles } from './named-files.js'

/** What an emulator uses of its process and machine. */
export interface EmulatorPorts {
  /** Reads a seed; `stopping` stops waiting for a pipe. Throws the system's error or a StartError. */
  readonly readFile: (path: string, stopping: AbortSignal) => string | Promise<string>
  /** Reads auth.jwksFile. Throws NotUtf8 or the system's error. */
  readonly readKeyFile: (path: string) => string
  /** The machine's time in ms. */
  readonly realNow: () => number
  /** Real ms from an arbitrary start. */
  readonly monotonic: () => number
  readonly every: typeof every
  readonly heap: Heap
  readonly dashboardFolder: string
  readonly onRecord?: (record: RequestRecord, world: World) => void
  /** Called repeatedly while a seed is read. */
  readonly onReading: (path: string) => void
  readonly onPreflight: () => void
  /** Called when an admin call asks the emulator to stop; whoever launched it has to close it. */
  readonly onShutdown: () => void
  /** Aborts the loading of seeds; `launch` then throws its reason. */
  readonly stopping: AbortSignal | undefined
  readonly loadAdmin: (services: readonly Service[]) => Promise<AdminRouter>
  /** Called with a sentence if the admin interface can't be loaded. */
  readonly onLoadFailure: (message: string) => void
  /** Called with each unexpected error that failed a request. */
  readonly onDefect: (error: unknown) => void
}

// Read now, since tests may replace it later. `performance` would do too, but takes half a ms to load.
const { hrtime } = process

function monotonic(): number {
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

/** Uses this machine and process, and reports nothing. */
export const systemPorts: EmulatorPorts = {
  readFile: (path, stopping) => readNamed(path, 'seed', systemFiles, stopping),
  readKeyFile: (path) => decodeUtf8(readFileSync(path)),
  realNow: systemTime,
  monotonic,
  every,
  heap: systemHeap,
  dashboardFolder,
  onReading: () => {},
  onPreflight: () => {},
  onShutdown: () => {},
  stopping: undefined,
  loadAdmin: async (services) => (await import('../admin/router.js')).AdminRouter.of(services),
  onLoadFailure: () => {},
  onDefect: () => {},
}
