// As in testcontainers.ts.
import * as testcontainers from 'testcontainers'
import { EmulatorError, type RefusedCall } from '../client/error.js'

/** The last step that the start of a container reached. */
interface BegunStart {
  readonly image: testcontainers.ImageName
  readonly isCreated: boolean
}

/** Explains a failed start: what is missing and how to get it, or the output of the container. */
export async function failedStart(error: unknown, begun: BegunStart): Promise<EmulatorError> {
  const said = error instanceof Error ? error.message : String(error)
  const reason = { status: 0, ...(await reasonOf(begun, said)) }
  return new EmulatorError('EmulatorContainer.start', reason, { cause: error })
}

/** @param said the message of the engine or of Testcontainers */
async function reasonOf(
  { image, isCreated }: BegunStart,
  said: string,
): Promise<Omit<RefusedCall, 'status'>> {
  const notStarted = { code: 'not_started', message: `the emulator did not start: ${said}` }
  if (isCreated) return notStarted
  try {
    const engine = await testcontainers.getContainerRuntimeClient()
    if (await engine.image.exists(image)) return notStarted
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
