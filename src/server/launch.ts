import { statSync } from 'node:fs'
import type { Service } from '../admin/call.js'
import type { Addresses } from '../client/admin-client.js'
import type { LoadAdmin } from '../client/in-process/fetch.js'
import { HeapGuard } from '../core/heap.js'
import { withoutUndefined } from '../core/objects.js'
import { defaultBounds } from '../domain/bounds.js'
import { Grease } from '../domain/profile/grease.js'
import { World } from '../domain/world.js'
import { TokenSignatures } from '../identity/signatures.js'
import { version } from '../package-files.js'
import { DataPlane } from '../request/pipeline.js'
import type { SeedDocument, SeedSource } from '../seed/parse.js'
import { starterSeed } from '../seed/starter.js'
import type { WorldContext } from '../worlds/context.js'
import { WorldDirectory } from '../worlds/directory.js'
import { WorldSeed } from '../worlds/world-seed.js'
import { onDemand } from './admin-on-demand.js'
import { ListeningPorts } from './listening-ports.js'
import type { LaunchOptions } from './options/emulator-options.js'
import { type EmulatorPorts, systemPorts } from './system-ports.js'

export interface LaunchedEmulator extends Addresses {
  /** The default world. */
  readonly home: WorldContext
  readonly world: World
  readonly plane: DataPlane
  readonly admin: LoadAdmin
  close(): Promise<void>
}

export interface LaunchedServices {
  readonly services: readonly Service[]
}

export interface PreparedEmulator {
  /** The default world. */
  readonly home: WorldContext
  readonly admin: LoadAdmin
  /** @throws the system's error if a port is taken */
  listen(): Promise<LaunchedEmulator>
}

/**
 * Starts an emulator and gives access to its internals.
 *
 * @throws SeedProblems, Refusal `invalid_profile`, StartError `out_of_memory`, or the system's error if a seed can't be
 * read or a port is taken
 */
export async function launch(
  options: LaunchedServices & LaunchOptions,
  given: Partial<EmulatorPorts> = {},
): Promise<LaunchedEmulator> {
  return (await prepare(options, given)).listen()
}

/**
 * Doesn't listen on a port yet.
 *
 * @throws SeedProblems, Refusal `invalid_profile`, or the system's error if a seed can't be read
 */
export async function prepare(
  { services, ...options }: LaunchedServices & LaunchOptions,
  given: Partial<EmulatorPorts> = {},
): Promise<PreparedEmulator> {
  const ports = { ...systemPorts, ...given }
  const bounds = { ...defaultBounds, ...options.bounds }
  const { clock, randomSeed: random, profile } = options
  const overrides = withoutUndefined({ clock, random, profile })
  const stopping = ports.stopping ?? new AbortController().signal
  const document = await seedOf(options.seed, services, ports, stopping)
  const seeds = await WorldSeed.of(services, document, overrides, bounds)
  stopping.throwIfAborted()
  const keyFiles = {
    read(path: string) {
      assertKeyFile(path)
      return ports.readKeyFile(path)
    },
    monotonic: ports.monotonic,
  }
  const signatures = new TokenSignatures(keyFiles)
  signatures.assertReadable(seeds.baseline.profile.auth)
  const heap = new HeapGuard(ports.heap)
  const grease = greaseOf(options.grease, seeds.baseline.randomSeed)
  const world = new World(services, seeds.baseline, ports.realNow, bounds, { heap, grease })
  const listening = new ListeningPorts(options, ports)
  const worlds: WorldDirectory = new WorldDirectory(() => home, ports.realNow)
  const admin = onDemand(() => ports.loadAdmin(services))
  const plane = new DataPlane({ ...ports, services, signatures })
  const home: WorldContext = {
    world,
    seeds,
    signatures,
    plane,
    every: ports.every,
    version,
    worlds,
    databaseUrl: () => (options.dbPort === undefined ? undefined : listening.dbBaseUrl),
    stop: ports.onShutdown,
    grease: grease?.number,
  }
  return {
    home,
    admin,
    async listen() {
      await listening.open(home, admin)
      const { baseUrl, dbBaseUrl } = listening
      return {
        home,
        world,
        plane,
        admin,
        baseUrl,
        dbBaseUrl,
        adminUrl: `${baseUrl}/_admin`,
        close() {
          for (const { world: one } of [home, ...worlds.list()]) {
            one.holds.close()
            one.events.close()
          }
          return listening.close()
        },
      }
    },
  }
}

/** Far more than any real key set needs. */
const KEY_FILE_BYTES_MAX = 1024 * 1024

/**
 * Checks that a path is a regular file. Admin calls may name any path, and reading a device or pipe might never end.
 *
 * @throws Error if it's something else, or far too large
 */
function assertKeyFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || (stats.isFile() && stats.size <= KEY_FILE_BYTES_MAX)) return
  throw new Error('it is not a file of keys')
}

/** Creates the grease that all worlds share, as it isn't part of their state. */
function greaseOf(option: LaunchOptions['grease'], randomSeed: number): Grease | undefined {
  if (option === undefined || option === false || option === 0) return undefined
  return new Grease(option === true ? randomSeed : option)
}

/** @throws SeedProblems, or the system's error if a file can't be read */
async function seedOf(
  seed: LaunchOptions['seed'],
  services: readonly Service[],
  ports: EmulatorPorts,
  stopping: AbortSignal,
): Promise<SeedDocument> {
  // No need to validate the starter seed, because tests do that.
  if (seed === undefined) return { data: starterSeed }
  const { readSeeds } = await import('../seed/parse.js')
  return readSeeds(await seedSources(seed, ports, stopping), services)
}

async function seedSources(
  seed: NonNullable<LaunchOptions['seed']>,
  { readFile, onReading }: EmulatorPorts,
  stopping: AbortSignal,
): Promise<SeedSource[]> {
  if (typeof seed === 'object' && !Array.isArray(seed)) return [{ name: 'seed', text: JSON.stringify(seed) }]
  const files: readonly string[] = typeof seed === 'string' ? [seed] : (seed as readonly string[])
  const sources: SeedSource[] = []
  for (const name of files)
    sources.push({ name, text: await readFile(name, stopping), onWork: () => onReading(name) })
  return sources
}
