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

/** The world outside of an emulator. */
export interface EmulatorPorts {
  /** Reads a seed's file; `stopping` ends the waiting for a pipe. Throws the system's error or a StartError. */
  readonly readFile: (path: string, stopping: AbortSignal) => string | Promise<string>
  /** The text of auth.jwksFile; throws NotUtf8 or the system's error. */
  readonly readKeyFile: (path: string) => string
  /** The machine's time in ms. */
  readonly realNow: () => number
  /** Real ms from some start, for durations. */
  readonly monotonic: () => number
  readonly every: typeof every
  /** The heap that contents must leave room in. */
  readonly heap: Heap
  /** The folder of the dashboard's built files. */
  readonly dashboardFolder: string
  readonly onRecord?: (record: RequestRecord, world: World) => void
  /** Called with a seed's file now and then while it is read. */
  readonly onReading: (path: string) => void
  readonly onPreflight: () => void
  /** Called when an admin call asks the emulator to stop; the caller that started it closes it. */
  readonly onShutdown: () => void
  /** Ends a start while it loads seeds: `launch` then throws its reason. */
  readonly stopping: AbortSignal | undefined
  readonly loadAdmin: (services: readonly Service[]) => Promise<AdminRouter>
  /** Called with a sentence on why the admin interface cannot be loaded. */
  readonly onLoadFailure: (message: string) => void
  /** Called with each error that no code expected, and that cost a request. */
  readonly onDefect: (error: unknown) => void
}

// Taken now, since tests may replace it later. `performance` shows the same, but loads a part of Node that
// takes half a ms.
const { hrtime } = process

function monotonic(): number {
  const [seconds, nanoseconds] = hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

/** This machine and process; nothing is reported to anybody. */
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
  async loadAdmin(services) {
    // Part by part: as a whole it would keep other requests waiting for 20 ms. A start may have done without
    // what reads seeds.
    await import('../seed/parse.js')
    await import('../admin/calls/history/history.js')
    for (const { admin } of services) await admin()
    const { AdminRouter } = await import('../admin/router.js')
    return AdminRouter.of(services)
  },
  onLoadFailure: () => {},
  onDefect: () => {},
}
