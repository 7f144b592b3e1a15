import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as testcontainers from 'testcontainers'
import { type Instant, instantValue } from '../client/clock.js'
import { connectEmulator } from '../client/connect.js'
import type { EmulatorClient } from '../client/emulator-client.js'
import type { SeedObject } from '../client/seed-object.js'
import type { ProfilePatch } from '../domain/profile/profile.js'
import { bracketed } from '../web/known-hosts.js'
import { ContainerOutput, failedStart } from './failed-start.js'

const EMULATOR_PORT = 4600
const DB_PORT = 4601
/** The emulator starts in well under a second, but a CI machine may be busy with other containers. */
const STARTUP_TIMEOUT_MS = 30_000
/** Testcontainers also waits this long between checks. Its default of 1 s would make up most of the startup time. */
const HEALTH_TIMEOUT_MS = 200
/** The image loads all seeds in this folder, sorted by name. */
const SEED_FOLDER = '/seed'
/** The image loads all services in this folder. */
const SERVICE_FOLDER = '/emulator/services'
/** Not in the seed folder, where it would be loaded as a seed. */
const PROFILE_FILE = '/emulator/profile.yaml'
const CONTENT_LABEL = 'tristore-emulator.content'

/**
 * A path, a file URL, YAML or JSON (e.g. `'random: 42'`), or an object (e.g. `{ random: 42 }`).
 *
 * @example
 * new EmulatorContainer('tristore-emulator').withSeed('fixtures.yaml')
 */
export type ContainerSeed = string | URL | SeedObject

/**
 * A path, a file URL, YAML or JSON, or an object such as `{ kv: { putStatus: 201 } }`.
 *
 * @example
 * new EmulatorContainer('tristore-emulator').withProfile({ kv: { putStatus: 201 } })
 */
export type ContainerProfile = string | URL | ProfilePatch

/**
 * Runs the emulator in a container, for test suites that use Testcontainers.
 *
 * @example
 * await using container = await new EmulatorContainer('tristore-emulator:0.1.0')
 *   .withSeed('fixtures.yaml')
 *   .withClock('2026-01-31T23:59:00Z', { freeze: true })
 *   .start()
 * const shop = new Shop({ kvBaseUrl: container.getBaseUrl(), dbBaseUrl: container.getDbBaseUrl() })
 * await container.emulator.clock.advance('1d')
 */
export class EmulatorContainer extends testcontainers.GenericContainer {
  readonly #content = createHash('sha256')
  #seeds = 0
  #adminToken: string | undefined
  #hasDbPort = false
  #output: ContainerOutput | undefined

  /** @param image should include a tag, so that you don't get a different version of the emulator by accident */
  constructor(image: string) {
    super(image)
    this.withExposedPorts(EMULATOR_PORT)
      .withStartupTimeout(STARTUP_TIMEOUT_MS)
      .withWaitStrategy(
        // If the seed is invalid, the container exits and `start` should fail immediately.
        testcontainers.Wait.forHttp('/_admin/health', EMULATOR_PORT, { abortOnContainerExit: true })
          .forStatusCode(200)
          .withReadTimeout(HEALTH_TIMEOUT_MS),
      )
    // `start` checks by HTTP, so there's no need for the image's own check, which would go on using CPU time.
    this.createOpts.Healthcheck = { Test: ['NONE'] }
  }

  /**
   * Several seeds are merged in order. Defaults to the starter seed.
   *
   * @throws the system's error if a file can't be read
   * @example
   * new EmulatorContainer('tristore-emulator').withSeed('fixtures.yaml').withSeed({ stores: [{ id: 'ec_demo_starter' }] })
   */
  withSeed(seed: ContainerSeed): this {
    this.#seeds += 1
    const { name, content } = contentOf(seed, 'seed.yaml')
    // The number preserves the order. Keep the original name too, because it's used in error messages.
    return this.#withContent(`${SEED_FOLDER}/${String(this.#seeds).padStart(2, '0')}-${name}`, content)
  }

  /**
   * Adds a service of your own (experimental). The file's default export must be a service created by `defineService`.
   * It can import `tristore-emulator`, but no other packages, since the image doesn't have any.
   *
   * @throws the system's error if the file can't be read
   * @example
   * new EmulatorContainer('tristore-emulator').withService('./leases.js')
   */
  withService(file: string | URL): this {
    const path = file instanceof URL ? fileURLToPath(file) : file
    return this.#withContent(`${SERVICE_FOLDER}/${basename(path)}`, readFileSync(path))
  }

  /**
   * Sets the virtual clock's start time, and freezes it there if `freeze` is true. Overrides the seeds.
   *
   * @throws RangeError for an invalid Date
   * @example
   * new EmulatorContainer('tristore-emulator').withClock('2026-01-31T23:59:00Z', { freeze: true })
   */
  withClock(instant: Instant, { freeze }: { readonly freeze?: boolean } = {}): this {
    const at = instantValue(instant)
    if (Number.isNaN(at)) throw new RangeError('withClock: the Date is invalid')
    this.withEnvironment({ EMULATOR_CLOCK: String(at) })
    return freeze === undefined ? this : this.withEnvironment({ EMULATOR_FREEZE: String(freeze) })
  }

  /**
   * For generated ids, template data and probabilities. Takes a non-negative integer, and overrides the seeds.
   *
   * @example
   * new EmulatorContainer('tristore-emulator').withRandomSeed(42)
   */
  withRandomSeed(randomSeed: number): this {
    return this.withEnvironment({ EMULATOR_RANDOM_SEED: String(randomSeed) })
  }

  /**
   * Fills gaps in the contract. Overrides the seeds.
   *
   * @throws the system's error if a file can't be read
   * @example
   * new EmulatorContainer('tristore-emulator').withProfile({ kv: { putStatus: 201 } })
   */
  withProfile(profile: ContainerProfile): this {
    const { content } = contentOf(profile, 'profile.yaml')
    return this.#withContent(PROFILE_FILE, content).withEnvironment({ EMULATOR_PROFILE: PROFILE_FILE })
  }

  /**
   * The started container's `emulator` sends the token automatically.
   *
   * @example
   * new EmulatorContainer('tristore-emulator').withAdminToken('only-tests')
   */
  withAdminToken(token: string): this {
    this.#adminToken = token
    return this.withEnvironment({ EMULATOR_ADMIN_TOKEN: token })
  }

  /**
   * Serves the document database on its own port. This helps you find clients that mix up their base addresses.
   *
   * @example
   * new EmulatorContainer('tristore-emulator').withDbPort() // getBaseUrl() and getDbBaseUrl() then differ
   */
  withDbPort(): this {
    this.#hasDbPort = true
    return this.withExposedPorts(DB_PORT).withEnvironment({ EMULATOR_DB_PORT: String(DB_PORT) })
  }

  /**
   * Resolves once the emulator is ready.
   *
   * @throws EmulatorError `no_engine`, `no_image`, or `not_started` with the end of the container's output
   */
  override async start(): Promise<StartedEmulatorContainer> {
    this.#output = undefined
    const starting = super.start().then(
      (started) => {
        this.#output?.close()
        return started
      },
      async (error: unknown) => {
        throw await failedStart(error, this.imageName, this.#output)
      },
    )
    return new StartedEmulatorContainer(await keepingNodeRunning(starting), {
      dbPort: this.#hasDbPort ? DB_PORT : EMULATOR_PORT,
      adminToken: this.#adminToken,
    })
  }

  protected override async containerCreated(id: string): Promise<void> {
    this.#output = await ContainerOutput.attach(id)
  }

  /** Allows the container's host names, because the admin interface rejects any other `Host` header. */
  protected override async beforeContainerCreated(): Promise<void> {
    const { host } = (await testcontainers.getContainerRuntimeClient()).info.containerRuntime
    const given = this.environment.EMULATOR_ALLOW_HOST?.split(',') ?? []
    // IP addresses are always allowed. Leave them out, because the list can't contain IPv6 addresses.
    const reachedBy = [host, ...this.networkAliases].filter((name) => /^[\w.-]+$/.test(name))
    const names = new Set([...given, ...reachedBy])
    this.withEnvironment({ EMULATOR_ALLOW_HOST: [...names].join(',') })
  }

  /** Also adds a label, because `withReuse()` would otherwise reuse containers with outdated files. */
  #withContent(target: string, content: string | Buffer): this {
    this.#content.update(`${target}\0`).update(content).update('\0')
    const digest = this.#content.copy().digest('hex')
    return this.withCopyContentToContainer([{ content, target }]).withLabels({ [CONTENT_LABEL]: digest })
  }
}

interface Settings {
  /** The port inside the container. */
  readonly dbPort: number
  readonly adminToken: string | undefined
}

/**
 * @example
 * await fetch(`${container.getBaseUrl()}/v1/kv/ns_demo_starter/cart`, { headers: { 'X-KV-Key': 'kv_read_demo' } })
 * await container.emulator.reset()
 * await container.stop()
 */
export class StartedEmulatorContainer extends testcontainers.AbstractStartedContainer {
  readonly #settings: Settings
  #emulator: EmulatorClient | undefined

  constructor(startedTestContainer: testcontainers.StartedTestContainer, settings: Settings) {
    super(startedTestContainer)
    this.#settings = settings
  }

  /** For the key-value store and the config store, as seen from this machine. */
  getBaseUrl(): string {
    return this.#urlOf(EMULATOR_PORT)
  }

  /** For the document database, as seen from this machine. */
  getDbBaseUrl(): string {
    return this.#urlOf(this.#settings.dbPort)
  }

  getAdminUrl(): string {
    return `${this.getBaseUrl()}/_admin`
  }

  /** Closing this client leaves the container running, so call the container's `stop()` as well. */
  get emulator(): EmulatorClient {
    // The mapped port may change when the container restarts.
    if (this.#emulator?.baseUrl !== this.getBaseUrl()) {
      this.#emulator = connectEmulator(this.getBaseUrl(), {
        dbBaseUrl: this.getDbBaseUrl(),
        adminToken: this.#settings.adminToken,
      })
    }
    return this.#emulator
  }

  #urlOf(port: number): string {
    return `http://${bracketed(this.getHost())}:${this.getMappedPort(port)}`
  }
}

/** Files are copied as bytes, since the emulator checks their encoding. */
function contentOf(
  given: string | URL | object,
  nameOfText: string,
): { name: string; content: string | Buffer } {
  if (given instanceof URL || (typeof given === 'string' && !isText(given))) {
    const path = given instanceof URL ? fileURLToPath(given) : given
    return { name: named(basename(path)), content: readFileSync(path) }
  }
  return { name: nameOfText, content: typeof given === 'string' ? given : JSON.stringify(given, null, 2) }
}

/** A path has no line break, no brace at the start, and no colon followed by a space. */
const isText = (pathOrText: string): boolean => /\n|^\s*\{|:\s/.test(pathOrText)

/** The image ignores files without one of these extensions. */
const named = (name: string): string => (/\.(?:ya?ml|json)$/i.test(name) ? name : `${name}.yaml`)

/**
 * Keeps Node running until a promise settles. Waiting for a container that has exited doesn't do that by itself, so
 * a plain script or `node:test` would exit before it reports the invalid seed.
 */
async function keepingNodeRunning<T>(work: Promise<T>): Promise<T> {
  const { port1: handle } = new MessageChannel()
  handle.ref()
  try {
    return await work
  } finally {
    handle.close()
  }
}
