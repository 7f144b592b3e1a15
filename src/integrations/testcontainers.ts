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
import { failedStart } from './failed-start.js'

const EMULATOR_PORT = 4600
/** A port in the container that no other program uses. */
const DB_PORT = 4601
/** A start takes well under a second; the rest is for a CI machine that is busy with other containers. */
const STARTUP_TIMEOUT_MS = 30_000
/** Also the pause of testcontainers between two checks: its default, 1 s, would be most of the time of a start. */
const HEALTH_TIMEOUT_MS = 200
/** Every seed in this folder of the image is read, in the order of their names. */
const SEED_FOLDER = '/seed'
/** Every file in this folder of the image is a service of one's own. */
const SERVICE_FOLDER = '/emulator/services'
/** It is outside the seed folder, whose files are all read as seeds. */
const PROFILE_FILE = '/emulator/profile.yaml'
const CONTENT_LABEL = 'tristore-emulator.content'

/**
 * A seed: a file (`'fixtures.yaml'`), text (`'random: 42'`) in YAML or JSON, or plain data (`{ random: 42 }`).
 *
 * @example
 * new EmulatorContainer('tristore-emulator').withSeed('fixtures.yaml') // or YAML text, a URL, a SeedObject
 */
export type ContainerSeed = string | URL | SeedObject

/**
 * A profile: a file (`'profile.yaml'`), its text in YAML or JSON, or its options (`{ kv: { putStatus: 201 } }`).
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
  #isCreated = false

  /** @param image is named in full, so that what a suite runs against changes only when its own text does */
  constructor(image: string) {
    super(image)
    this.withExposedPorts(EMULATOR_PORT)
      .withStartupTimeout(STARTUP_TIMEOUT_MS)
      .withWaitStrategy(
        // A wrong seed ends the container: the start fails at once, and not after half a minute.
        testcontainers.Wait.forHttp('/_admin/health', EMULATOR_PORT, { abortOnContainerExit: true })
          .forStatusCode(200)
          .withReadTimeout(HEALTH_TIMEOUT_MS),
      )
    // The start waits by HTTP, and a check every few seconds would go on as long as the container.
    this.createOpts.Healthcheck = { Test: ['NONE'] }
  }

  /**
   * Adds a seed; several are joined in the order in which they were added. Without one it starts with the
   * starter seed.
   *
   * @throws the system's error if a file cannot be read
   * @example
   * new EmulatorContainer('tristore-emulator').withSeed('fixtures.yaml').withSeed({ stores: [{ id: 'ec_demo_starter' }] })
   */
  withSeed(seed: ContainerSeed): this {
    this.#seeds += 1
    const { name, content } = contentOf(seed, 'seed.yaml')
    // The number keeps the order of files, which are sorted as text; the file's own name appears in error
    // messages.
    return this.#withContent(`${SEED_FOLDER}/${String(this.#seeds).padStart(2, '0')}-${name}`, content)
  }

  /**
   * Adds a service of your own (experimental): a file whose default export describes it. In the image it can import
   * `tristore-emulator`, and no other package.
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
   * Starts the virtual clock there, whatever the seeds say; `freeze` stops it there.
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
   * Decides ids, made-up data and chances, whatever the seeds say: an integer from 0 up.
   *
   * @example
   * new EmulatorContainer('tristore-emulator').withRandomSeed(42)
   */
  withRandomSeed(randomSeed: number): this {
    return this.withEnvironment({ EMULATOR_RANDOM_SEED: String(randomSeed) })
  }

  /**
   * Sets how the contract's gaps behave, whatever the seeds say.
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
   * Closes the admin interface to calls without this token; `emulator` of the started container sends it.
   *
   * @example
   * new EmulatorContainer('tristore-emulator').withAdminToken('only-tests')
   */
  withAdminToken(token: string): this {
    this.#adminToken = token
    return this.withEnvironment({ EMULATOR_ADMIN_TOKEN: token })
  }

  /**
   * Serves the document database on its own port, which shows a client that mixes its base addresses up.
   *
   * @example
   * new EmulatorContainer('tristore-emulator').withDbPort() // getBaseUrl() and getDbBaseUrl() then differ
   */
  withDbPort(): this {
    this.#hasDbPort = true
    return this.withExposedPorts(DB_PORT).withEnvironment({ EMULATOR_DB_PORT: String(DB_PORT) })
  }

  /**
   * Starts it, and waits until it answers.
   *
   * @throws EmulatorError `no_engine`, `no_image`, or `not_started` with the end of what the container printed
   */
  override async start(): Promise<StartedEmulatorContainer> {
    const token = this.#adminToken
    this.#isCreated = false
    const starting = super.start().catch(async (error: unknown) => {
      throw await failedStart(error, { image: this.imageName, isCreated: this.#isCreated })
    })
    return new StartedEmulatorContainer(await keepingNodeRunning(starting), {
      dbPort: this.#hasDbPort ? DB_PORT : EMULATOR_PORT,
      ...(token === undefined ? {} : { adminToken: token }),
    })
  }

  protected override async containerCreated(): Promise<void> {
    this.#isCreated = true
  }

  /**
   * Allows the names by which the container is reached, since the admin interface answers only to allowed
   * ones. A container engine on another machine is reached by the name of that machine.
   */
  protected override async beforeContainerCreated(): Promise<void> {
    const { host } = (await testcontainers.getContainerRuntimeClient()).info.containerRuntime
    const given = this.environment.EMULATOR_ALLOW_HOST?.split(',') ?? []
    // Addresses need no permission, and an IPv6 address among the names would keep it from starting.
    const reachedBy = [host, ...this.networkAliases].filter((name) => /^[\w.-]+$/.test(name))
    const names = new Set([...given, ...reachedBy])
    this.withEnvironment({ EMULATOR_ALLOW_HOST: [...names].join(',') })
  }

  /** withReuse() compares labels but no copied files: the label keeps it from taking a container with older ones. */
  #withContent(target: string, content: string | Buffer): this {
    this.#content.update(`${target}\0`).update(content).update('\0')
    const digest = this.#content.copy().digest('hex')
    return this.withCopyContentToContainer([{ content, target }]).withLabels({ [CONTENT_LABEL]: digest })
  }
}

/** The settings of a container before its start. */
interface Settings {
  /** The port in the container that serves the document database. */
  readonly dbPort: number
  readonly adminToken?: string
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

  /** The base address of the key-value store and the config store, as this machine reaches it. */
  getBaseUrl(): string {
    return this.#urlOf(EMULATOR_PORT)
  }

  /** The base address of the document database. */
  getDbBaseUrl(): string {
    return this.#urlOf(this.#settings.dbPort)
  }

  /** The address of the admin interface. */
  getAdminUrl(): string {
    return `${this.getBaseUrl()}/_admin`
  }

  /**
   * The emulator as startEmulator() and connectEmulator() give it. Methods of this class concern the
   * container, as in other modules of testcontainers. The emulator's calls are a separate object, so that
   * close() and stop() are not mixed up.
   */
  get emulator(): EmulatorClient {
    // A restart may map another port.
    if (this.#emulator?.baseUrl !== this.getBaseUrl()) {
      const { adminToken } = this.#settings
      this.#emulator = connectEmulator(this.getBaseUrl(), {
        dbBaseUrl: this.getDbBaseUrl(),
        ...(adminToken === undefined ? {} : { adminToken }),
      })
    }
    return this.#emulator
  }

  #urlOf(port: number): string {
    return `http://${bracketed(this.getHost())}:${this.getMappedPort(port)}`
  }
}

/** The content to copy, with the name of its file if it comes from one: then the bytes, which the emulator checks. */
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

/** A name with an extension that the emulator reads: it skips other files of a seed folder. */
const named = (name: string): string => (/\.(?:ya?ml|json)$/i.test(name) ? name : `${name}.yaml`)

/**
 * Keeps Node running while work goes on. The wait for a container that has ended does not: a plain script, or
 * node:test, would stop there without a word on what was wrong with the seed.
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
