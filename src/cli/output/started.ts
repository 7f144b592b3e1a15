import { isLoopback } from '../../client/loopback-proxy.js'
import { formatInstant } from '../../core/instants.js'
import { ownVariables } from '../../own-service/variables.js'
import { version } from '../../package-files.js'
import type { LaunchedEmulator } from '../../server/launch.js'
import { summaryOf } from './summary.js'

export type Started = ReturnType<typeof startedOf>

export interface StartedWith {
  /** The seed files, or empty for the starter seed. */
  readonly seeds: readonly string[]
  /** Notes about where the seeds were found, if that isn't obvious. */
  readonly notes: readonly string[]
  readonly host: string
  readonly adminToken: string | undefined
}

export function startedOf(emulator: LaunchedEmulator, { seeds, notes, host, adminToken }: StartedWith) {
  const { world, plane, baseUrl, dbBaseUrl, adminUrl } = emulator
  const { baseline, profile } = world
  const clock = world.clock.save()
  const { jwksFile, secret, jwt } = profile.auth
  return {
    version,
    baseUrl,
    dbBaseUrl,
    adminUrl,
    /** Environment variables with the addresses of the user's own services. */
    ownVariables: ownVariables(plane.services.all, baseUrl),
    seeds,
    notes,
    randomSeed: baseline.randomSeed,
    grease: emulator.home.grease,
    faults: world.faults.size,
    held: summaryOf(world.state),
    /** The bearer token check, and the keys it accepts in addition to the built-in provider's. */
    bearer: { check: jwt, keys: [jwksFile ?? [], secret === null ? [] : 'auth.secret'].flat() },
    defaultLimits: profile.kv.defaultLimits,
    clock: {
      ...clock,
      iso: formatInstant(clock.now),
      isMoved: baseline.clock.now !== undefined || clock.rate !== 1,
    },
    /** True if other machines can access the admin interface without a token. */
    isAdminOpen: adminToken === undefined && !isLoopback(host),
  }
}

/** Plain JSON, for other programs. */
export function startedRecord({ held, clock, ownVariables: _own, ...others }: Started): object {
  const { isMoved: _, ...clockFields } = clock
  const databaseKeys = held.databaseKeys.map(({ key, scope }) =>
    scope === undefined
      ? { key }
      : { key, projects: [...scope.projects], documents: [...scope.documents], outOfScope: scope.outOfScope },
  )
  return { ...others, clock: clockFields, held: { ...held, databaseKeys } }
}
