import { statSync } from 'node:fs'
import { serveData } from '../api/http/serve.js'
import type { OtherAddressOf } from '../api/message.js'
import { DataPlane } from '../api/pipeline.js'
import type { RequestRecord } from '../api/record.js'
import { rejectionAnswer } from '../api/rejection.js'
import type { Addresses } from '../client/admin-client.js'
import type { Interface } from '../contract/operations.js'
import { HeapGuard } from '../core/heap.js'
import { bracketed } from '../core/text/bracketed.js'
import { defaultBounds } from '../domain/bounds.js'
import { Grease } from '../domain/profile/grease.js'
import { World } from '../domain/world.js'
import { TokenSignatures } from '../identity/signatures.js'
import { version } from '../package-files.js'
import type { SeedDocument, SeedSource } from '../seed/parse.js'
import { starterSeed } from '../seed/starter.js'
import { WorldSeed } from '../seed/world-seed.js'
import { addressFinder } from '../web/forwarded.js'
import { isFromOwnPort } from '../web/known-hosts.js'
import type { WordRejection } from '../web/reject.js'
import { type Listening, listen } from '../web/server.js'
import type { WorldContext } from '../worlds/context.js'
import { WorldDirectory } from '../worlds/directory.js'
import { adminOnDemand } from './admin-on-demand.js'
import { listener } from './listener.js'
import type { LaunchOptions } from './options/emulator-options.js'
import { type EmulatorPorts, systemPorts } from './ports.js'

/** A running emulator and its parts. */
export interface LaunchedEmulator extends Addresses {
  /** The default world. */
  readonly world: World<RequestRecord>
  /** Its resets go back to it. */
  readonly seeds: WorldSeed
  readonly home: WorldContext
  readonly plane: DataPlane
  /** The number that its answers are varied by; undefined: they are not. */
  readonly grease: number | undefined
  close(): Promise<void>
}

/** An emulator that does not listen yet. */
export interface PreparedEmulator {
  /** Its default world. */
  readonly home: WorldContext
  /** @throws the system's error if a port is taken */
  listen(): Promise<LaunchedEmulator>
}

/**
 * Starts an emulator for someone who needs its parts.
 *
 * @throws SeedProblems, Refusal invalid_profile, StartError out_of_memory, or the system's error if a seed
 * cannot be read or a port is taken
 */
export async function launch(
  options: LaunchOptions,
  given: Partial<EmulatorPorts> = {},
): Promise<LaunchedEmulator> {
  return (await prepare(options, given)).listen()
}

/**
 * Puts an emulator together.
 *
 * @throws SeedProblems, Refusal invalid_profile, or the system's error if a seed cannot be read
 */
export async function prepare(
  options: LaunchOptions,
  given: Partial<EmulatorPorts> = {},
): Promise<PreparedEmulator> {
  const ports = { ...systemPorts, ...given }
  const bounds = { ...defaultBounds, ...options.bounds }
  const overrides = {
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.randomSeed === undefined ? {} : { random: options.randomSeed }),
    ...(options.profile === undefined ? {} : { profile: options.profile }),
  }
  const stopping = ports.stopping ?? new AbortController().signal
  const document = await seedOf(options.seed, ports, stopping)
  const seeds = await WorldSeed.of(document, overrides, bounds)
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
  const world = new World<RequestRecord>(seeds.baseline, ports.realNow, bounds, { heap })
  // Known once it listens.
  const urls = { base: '', database: '' }
  const databaseUrl = () => (urls.database === urls.base ? undefined : urls.database)
  const worlds: WorldDirectory = new WorldDirectory(() => home, ports.realNow)
  const grease = greaseOf(options.grease, seeds.baseline.randomSeed)
  const plane = new DataPlane({ ...ports, signatures, grease })
  const home: WorldContext = {
    world,
    seeds,
    signatures,
    plane,
    every: ports.every,
    version,
    worlds,
    databaseUrl,
    stop: ports.onShutdown,
    grease: grease?.number,
  }
  return {
    home,
    async listen() {
      const close = await listenOn(options, home, { ...ports, urls })
      const { base: baseUrl, database: dbBaseUrl } = urls
      return {
        world,
        seeds,
        home,
        plane,
        grease: grease?.number,
        baseUrl,
        dbBaseUrl,
        adminUrl: `${baseUrl}/_admin`,
        close() {
          for (const { world: one } of [home, ...worlds.list()]) {
            one.holds.close()
            one.events.close()
          }
          return close()
        },
      }
    },
  }
}

/** Far more than a key set takes. */
const KEY_FILE_BYTES_MAX = 1024 * 1024

/** An admin call may name any file; reading a device or a pipe may never come to an end. @throws Error */
function assertKeyFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || (stats.isFile() && stats.size <= KEY_FILE_BYTES_MAX)) return
  throw new Error('it is not a file of keys')
}

/** Writes the addresses into `urls`. @returns what closes it */
async function listenOn(
  options: LaunchOptions,
  home: WorldContext,
  ports: EmulatorPorts & { readonly urls: { base: string; database: string } },
): Promise<() => Promise<void>> {
  const { onPreflight, dashboardFolder, loadAdmin, onLoadFailure, monotonic, urls } = ports
  const { host = '127.0.0.1', cors, dbPort, requireWorld = false, trustProxy = false } = options
  const { allowHosts = [], adminToken: token } = options
  const admin = adminOnDemand(
    () => loadAdmin({ allowHosts, token, cors, trustProxy, dashboardFolder }),
    onLoadFailure,
  )
  const isDatabase = (service: string) => service === 'documents'
  const listenAt = (port: number, fallback: Interface) => {
    const hasAdmin = !isDatabase(fallback)
    const word: WordRejection = (rejection, target) =>
      rejectionAnswer(rejection, { world: home.world, target, fallback, hasAdmin })
    const otherAddressOf: OtherAddressOf = (service) =>
      isDatabase(service) !== hasAdmin ? undefined : hasAdmin ? urls.database : urls.base
    const data = serveData(home.plane, {
      trustProxy,
      onPreflight,
      ...(dbPort === undefined ? {} : { otherAddressOf }),
      ...(cors === undefined ? {} : { cors }),
      ...(hasAdmin
        ? {}
        : {
            isDashboard: (origin, host) => isFromOwnPort(origin, host, new URL(urls.base).port, allowHosts),
          }),
    })
    const routing = { home, requireWorld, hasAdmin }
    const elsewhere = hasAdmin ? {} : { adminOrigin: () => urls.base }
    const addressOf = addressFinder(trustProxy)
    const serve = listener({ routing, data, admin, cors, addressOf, home: home.world, word, ...elsewhere })
    return listen(serve, { host, port, monotonic, word })
  }
  const main = await listenAt(options.port ?? 0, 'kv')
  if (dbPort === undefined) {
    urls.base = urls.database = urlOf(main)
    return main.close
  }
  const database = await listenAt(dbPort, 'documents').catch(async (error: unknown) => {
    await main.close()
    throw error
  })
  urls.base = urlOf(main)
  urls.database = urlOf(database)
  return async () => {
    await Promise.all([main.close(), database.close()])
  }
}

/** Shared by every world: how an emulator was started is not part of their state. */
function greaseOf(option: LaunchOptions['grease'], randomSeed: number): Grease | undefined {
  if (option === undefined || option === false || option === 0) return undefined
  return new Grease(option === true ? randomSeed : option)
}

/** A server on every interface is reached here by its loopback address. */
function urlOf({ host, port }: Listening): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${bracketed(reachable)}:${port}`
}

/** @throws SeedProblems, or the system's error if a file cannot be read */
async function seedOf(
  seed: LaunchOptions['seed'],
  ports: EmulatorPorts,
  stopping: AbortSignal,
): Promise<SeedDocument> {
  // Tests hold that it is sound.
  if (seed === undefined) return { data: starterSeed }
  const { readSeeds } = await import('../seed/parse.js')
  return readSeeds(await seedSources(seed, ports, stopping))
}

async function seedSources(
  seed: NonNullable<LaunchOptions['seed']>,
  { readFile }: EmulatorPorts,
  stopping: AbortSignal,
): Promise<SeedSource[]> {
  if (typeof seed === 'object' && !Array.isArray(seed)) return [{ name: 'seed', text: JSON.stringify(seed) }]
  const files: readonly string[] = typeof seed === 'string' ? [seed] : (seed as readonly string[])
  const sources: SeedSource[] = []
  for (const name of files) sources.push({ name, text: await readFile(name, stopping) })
  return sources
}
