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

/** Everything that an emulator needs from its process and its machine. */
export interface EmulatorPorts {
  /** Throws the system's error or a `StartError`. Use `stopping` to stop waiting for a pipe. */
  readonly readFile: (path: string, stopping: AbortSignal) => string | Promise<string>
  /** Reads `auth.jwksFile`. Throws `NotUtf8` or the system's error. */
  readonly readKeyFile: (path: string) => string
  /** In ms since 1970. */
  readonly realNow: () => number
  /** Real ms since an arbitrary point in time. */
  readonly monotonic: () => number
  readonly every: typeof every
  readonly heap: Heap
  readonly dashboardFolder: string
  readonly onRecord?: (record: RequestRecord, world: World) => void
  /** Called repeatedly while a seed is being read. */
  readonly onReading: (path: string) => void
  readonly onPreflight: () => void
  /** Called when an admin call asks the emulator to shut down. It's then up to the caller of `launch` to close it. */
  readonly onShutdown: () => void
  /** Aborts loading seeds. `launch` then throws its reason. */
  readonly stopping: AbortSignal | undefined
  readonly loadAdmin: (services: readonly Service[]) => Promise<AdminRouter>
  /** Called with an error message if the admin interface can't be loaded. */
  readonly onLoadFailure: (message: string) => void
  /** Called if a request fails with an unexpected error. */
  readonly onDefect: (error: unknown) => void
}

// Save it, since tests may replace it later. `performance.now` would work too, but takes half a ms to load.
const { hrtime } = process

function monotonic(): number {
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

/** Uses the current process and machine. The callbacks do nothing. */
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
