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
/** A start takes well under a second, but a CI machine may be busy with other containers. */
const STARTUP_TIMEOUT_MS = 30_000
/** Testcontainers also pauses this long between two checks. Its default of 1 s would be most of a start. */
const HEALTH_TIMEOUT_MS = 200
/** The image reads every seed in this folder, sorted by name. */
const SEED_FOLDER = '/seed'
/** The image loads every file in this folder as a service of one's own. */
const SERVICE_FOLDER = '/emulator/services'
/** Outside the seed folder, where it would be read as a seed. */
const PROFILE_FILE = '/emulator/profile.yaml'
const CONTENT_LABEL = 'tristore-emulator.content'

/**
 * A seed: a path or file URL, YAML or JSON text (`'random: 42'`), or an object (`{ random: 42 }`).
 *
 * @example
 * new EmulatorContainer('tristore-emulator').withSeed('fixtures.yaml')
 */
export type ContainerSeed = string | URL | SeedObject

/**
 * A profile: a path or file URL, YAML or JSON text, or an object (`{ kv: { putStatus: 201 } }`).
 *
 * @example
 * new EmulatorContainer('tristore-emulator').withProfile({ kv: { putStatus: 201 } })
 */
export type ContainerProfile = string | URL | ProfilePatch

/**
 * The emulator in a container, for test suites that use Testcontainers.
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
  /** Undefined until a container is created. */
  #output: ContainerOutput | undefined

  /** @param image with its tag, so that a suite never changes its emulator by itself */
  constructor(image: string) {
    super(image)
    this.withExposedPorts(EMULATOR_PORT)
      .withStartupTimeout(STARTUP_TIMEOUT_MS)
      .withWaitStrategy(
        // With a wrong seed the container exits, and the start should fail at once.
        testcontainers.Wait.forHttp('/_admin/health', EMULATOR_PORT, { abortOnContainerExit: true })
          .forStatusCode(200)
          .withReadTimeout(HEALTH_TIMEOUT_MS),
      )
    // The start waits by HTTP; the image's own check would cost CPU for as long as the container runs.
    this.createOpts.Healthcheck = { Test: ['NONE'] }
  }

  /**
   * Adds a seed. Several are joined in the order in which they were added; without any, the container has the starter
   * seed.
   *
   * @throws the system's error if a file cannot be read
   * @example
   * new EmulatorContainer('tristore-emulator').withSeed('fixtures.yaml').withSeed({ stores: [{ id: 'ec_demo_starter' }] })
   */
  withSeed(seed: ContainerSeed): this {
    this.#seeds += 1
    const { name, content } = contentOf(seed, 'seed.yaml')
    // The number keeps the order, and the file's own name appears in error messages.
    return this.#withContent(`${SEED_FOLDER}/${String(this.#seeds).padStart(2, '0')}-${name}`, content)
  }

  /**
   * Adds a service of your own (experimental): a file whose default export is what `defineService` returns. In the
   * image it can import `tristore-emulator` and no other package.
   *
   * @throws the system's error if the file cannot be read
   * @example
   * new EmulatorContainer('tristore-emulator').withService('./leases.js')
   */
  withService(file: string | URL): this {
    const path = file instanceof URL ? fileURLToPath(file) : file
    return this.#withContent(`${SERVICE_FOLDER}/${basename(path)}`, readFileSync(path))
  }

  /**
   * Starts the virtual clock at an instant, and with `freeze` stops it there. Overrides the seeds.
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
   * Sets the seed of generated ids, template data and probabilities: an integer from 0 up. Overrides the seeds.
   *
   * @example
   * new EmulatorContainer('tristore-emulator').withRandomSeed(42)
   */
  withRandomSeed(randomSeed: number): this {
    return this.withEnvironment({ EMULATOR_RANDOM_SEED: String(randomSeed) })
  }

  /**
   * Sets how gaps of the contract are filled. Overrides the seeds.
   *
   * @throws the system's error if a file cannot be read
   * @example
   * new EmulatorContainer('tristore-emulator').withProfile({ kv: { putStatus: 201 } })
   */
  withProfile(profile: ContainerProfile): this {
    const { content } = contentOf(profile, 'profile.yaml')
    return this.#withContent(PROFILE_FILE, content).withEnvironment({ EMULATOR_PROFILE: PROFILE_FILE })
  }

  /**
   * Requires this token for admin calls. The started container's `emulator` sends it.
   *
   * @example
   * new EmulatorContainer('tristore-emulator').withAdminToken('only-tests')
   */
  withAdminToken(token: string): this {
    this.#adminToken = token
    return this.withEnvironment({ EMULATOR_ADMIN_TOKEN: token })
  }

  /**
   * Serves the document database on its own port, which reveals a client that mixes up its base addresses.
   *
   * @example
   * new EmulatorContainer('tristore-emulator').withDbPort() // getBaseUrl() and getDbBaseUrl() then differ
   */
  withDbPort(): this {
    this.#hasDbPort = true
    return this.withExposedPorts(DB_PORT).withEnvironment({ EMULATOR_DB_PORT: String(DB_PORT) })
  }

  /**
   * Starts the container, and waits until the emulator answers.
   *
   * @throws EmulatorError `no_engine`, `no_image`, or `not_started` with the end of what the container printed
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

  /** Allows the names by which the container is reached; the admin interface refuses other Host headers. */
  protected override async beforeContainerCreated(): Promise<void> {
    const { host } = (await testcontainers.getContainerRuntimeClient()).info.containerRuntime
    const given = this.environment.EMULATOR_ALLOW_HOST?.split(',') ?? []
    // IP addresses are always allowed, and an IPv6 address in the list would be refused.
    const reachedBy = [host, ...this.networkAliases].filter((name) => /^[\w.-]+$/.test(name))
    const names = new Set([...given, ...reachedBy])
    this.withEnvironment({ EMULATOR_ALLOW_HOST: [...names].join(',') })
  }

  /**
   * The label keeps withReuse(), which compares labels but not copied files, from reusing a container with older ones.
   */
  #withContent(target: string, content: string | Buffer): this {
    this.#content.update(`${target}\0`).update(content).update('\0')
    const digest = this.#content.copy().digest('hex')
    return this.withCopyContentToContainer([{ content, target }]).withLabels({ [CONTENT_LABEL]: digest })
  }
}

interface Settings {
  /** The port in the container. */
  readonly dbPort: number
  readonly adminToken: string | undefined
}

/**
 * An emulator that runs in a container.
 *
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

  /** Returns the base address of the key-value store and the config store, as seen from this machine. */
  getBaseUrl(): string {
    return this.#urlOf(EMULATOR_PORT)
  }

  /** Returns the base address of the document database. */
  getDbBaseUrl(): string {
    return this.#urlOf(this.#settings.dbPort)
  }

  /** Returns the address of the admin interface. */
  getAdminUrl(): string {
    return `${this.getBaseUrl()}/_admin`
  }

  /** A client of the emulator. Its `close()` leaves the container running; `stop()` of the container ends it. */
  get emulator(): EmulatorClient {
    // A restart may map another port.
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

/**
 * Returns the content to copy and a name for it. A file's bytes stay as they are: the emulator checks their encoding.
 */
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

/** Tells text from a path: a mapping has a line break, a brace at its start, or a colon and a space. */
const isText = (pathOrText: string): boolean => /\n|^\s*\{|:\s/.test(pathOrText)

/** Adds an extension if necessary: the image skips other files in its seed folder. */
const named = (name: string): string => (/\.(?:ya?ml|json)$/i.test(name) ? name : `${name}.yaml`)

/**
 * Keeps Node running while work goes on. Waiting for a container that has exited doesn't: a plain script or node:test
 * would end before the error about its seed.
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
