import { finished } from 'node:stream/promises'
// Import the namespace, like testcontainers.ts, so that names missing in old versions only fail when they're used.
import * as testcontainers from 'testcontainers'
import { EmulatorError, type RefusedCall } from '../client/error.js'

/** In real ms. Normally the container engine closes the output sooner. */
const LAST_OUTPUT_MS = 2000
const OUTPUT_LENGTH_MAX = 20_000

export class ContainerOutput {
  #text = ''

  private constructor(private readonly stream: NodeJS.ReadableStream & { destroy(): unknown }) {
    stream.on('error', () => {})
    stream.on('data', (piece: string) => {
      this.#text = (this.#text + piece).slice(-OUTPUT_LENGTH_MAX)
    })
  }

  /**
   * Attach before the container starts, because one with an invalid seed exits within a second and, on a busy machine,
   * Testcontainers may be too late to read its log.
   */
  static async attach(id: string): Promise<ContainerOutput> {
    const { container } = await testcontainers.getContainerRuntimeClient()
    return new ContainerOutput(await container.attach(container.getById(id)))
  }

  /** Waits for the container to exit. */
  async end(): Promise<string> {
    await finished(this.stream, { signal: AbortSignal.timeout(LAST_OUTPUT_MS) }).catch(() => {})
    this.close()
    return this.#text.trim()
  }

  close(): void {
    this.stream.destroy()
  }
}

/**
 * Says what's missing and how to get it, or else includes the container's output.
 *
 * @param output undefined if no container was created
 */
export async function failedStart(
  error: unknown,
  image: testcontainers.ImageName,
  output: ContainerOutput | undefined,
): Promise<EmulatorError> {
  const said = error instanceof Error ? error.message : String(error)
  const reason = output === undefined ? await missingPart(image, said) : notStarted(said, await output.end())
  return new EmulatorError('EmulatorContainer.start', { status: 0, ...reason }, { cause: error })
}

type Reason = Omit<RefusedCall, 'status'>

/** @param said the message from Testcontainers or the container engine */
function notStarted(said: string, printed = ''): Reason {
  const log = said.includes(printed) ? '' : `\nIt printed:\n${printed}`
  return { code: 'not_started', message: `the emulator did not start: ${said}${log}` }
}

async function missingPart(image: testcontainers.ImageName, said: string): Promise<Reason> {
  try {
    const engine = await testcontainers.getContainerRuntimeClient()
    if (await engine.image.exists(image)) return notStarted(said)
  } catch {
    return {
      code: 'no_engine',
      message: `no container engine answers: ${said}`,
      hint: 'start Docker or Podman, or set DOCKER_HOST to its address',
    }
  }
  return {
    code: 'no_image',
    message: `there is no image ${image.string}: ${said}`,
    hint: `build it in a checkout of tristore-emulator: docker build --tag ${image.string} .`,
  }
}
