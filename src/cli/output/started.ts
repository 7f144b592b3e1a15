import type { ClockState } from '../../core/clock.js'
import { formatInstant } from '../../core/instants.js'
import type { Limits } from '../../domain/quotas.js'
import { version } from '../../package-files.js'
import type { LaunchedEmulator } from '../../server/launch.js'
import { type Summary, summaryOf } from './summary.js'

/** The facts of a start, as the log reports them. */
export interface Started {
  readonly version: string
  readonly baseUrl: string
  readonly dbBaseUrl: string
  readonly adminUrl: string
  /** The seed files; empty for the starter seed. */
  readonly seeds: readonly string[]
  /** How the seeds were found, in sentences, if that is worth knowing. */
  readonly notes: readonly string[]
  readonly randomSeed: number
  /** The number that answers are varied by; undefined: they are not. */
  readonly grease: number | undefined
  readonly faults: number
  readonly held: Summary
  /** How bearer tokens are taken, and by whose keys besides the built-in provider's. */
  readonly bearer: { readonly check: 'verify' | 'decode'; readonly keys: readonly string[] }
  readonly defaultLimits: Limits
  readonly clock: ClockState & { readonly iso: string; readonly isMoved: boolean }
  /** Whether anyone who reaches it may steer it: it listens beyond this machine, and asks for no token. */
  readonly isAdminOpen: boolean
}

/** The settings of a start that the log reports. */
export interface StartedWith {
  readonly seeds: readonly string[]
  readonly notes: readonly string[]
  readonly host: string
  readonly adminToken: string | undefined
}

/** Gathers the facts of a start. */
export function startedOf(
  emulator: LaunchedEmulator,
  { seeds, notes, host, adminToken }: StartedWith,
): Started {
  const { world, baseUrl, dbBaseUrl, adminUrl } = emulator
  const { baseline, profile } = world
  const clock = world.clock.save()
  const { jwksFile, secret, jwt } = profile.auth
  return {
    version,
    baseUrl,
    dbBaseUrl,
    adminUrl,
    seeds,
    notes,
    randomSeed: baseline.randomSeed,
    grease: emulator.grease,
    faults: world.faults.size,
    held: summaryOf(world.state),
    bearer: { check: jwt, keys: [jwksFile ?? [], secret === null ? [] : 'auth.secret'].flat() },
    defaultLimits: profile.kv.defaultLimits,
    clock: {
      ...clock,
      iso: formatInstant(clock.now),
      isMoved: baseline.clock.now !== undefined || clock.rate !== 1,
    },
    isAdminOpen: adminToken === undefined && !isLoopback(host),
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

/** What was started, for programs: plain JSON. */
export function startedRecord({ held, clock, ...others }: Started): object {
  const { isMoved: _, ...clockFields } = clock
  const databaseKeys = held.databaseKeys.map(({ key, scope }) =>
    scope === undefined
      ? { key }
      : { key, projects: [...scope.projects], documents: [...scope.documents], outOfScope: scope.outOfScope },
  )
  return { ...others, clock: clockFields, held: { ...held, databaseKeys } }
}
