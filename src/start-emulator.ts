import type { EmulatorClient } from './client/emulator-client.js'
import { EmulatorError, type RefusedCall } from './client/error.js'
import { inProcessClient } from './client/in-process/client.js'
import { Refusal } from './core/refusal.js'
import { allServices } from './own-service/all-services.js'
import { DefinitionProblem } from './own-service/define.js'
import { SeedProblems } from './seed/text/problems.js'
import { launch } from './server/launch.js'
import { listenFailure, writtenOption } from './server/listen-failure.js'
import { noSeedIn, seedPaths, systemFiles } from './server/named-files.js'
import type { EmulatorOptions, LaunchOptions } from './server/options/emulator-options.js'
import { readOptions } from './server/options/read-options.js'
import { StartError } from './server/start-error.js'

const CALL = 'startEmulator'

/**
 * Starts an emulator in this process. By default it listens on a free port. It logs nothing and doesn't handle signals.
 *
 * @example
 * const emulator = await startEmulator({ seed: 'fixtures.yaml' })
 * process.env.KV_BASE_URL = emulator.baseUrl
 * await emulator.clock.advance('1d')
 * await emulator.close()
 *
 * @throws EmulatorError (as a rejection) with status 0 and the code `invalid_option`, `unreadable_file`,
 * `invalid_seed` (with `problems`), `invalid_profile`, `out_of_memory` or `cannot_listen`. Its stack starts at the call
 */
export function startEmulator(options: EmulatorOptions = {}): Promise<EmulatorClient> {
  const caller: { stack?: string } = {}
  Error.captureStackTrace(caller, startEmulator)
  return start(options).catch((error: unknown) => {
    throw calledFrom(caller.stack, error)
  })
}

async function start(given: EmulatorOptions): Promise<EmulatorClient> {
  const options = startOptions(given)
  const emulator = await launchOn(options, () => void client.close())
  const client = inProcessClient({ ...emulator, requireWorld: options.requireWorld ?? false })
  return client
}

/** @throws EmulatorError if an option is invalid or a folder contains no seeds */
function startOptions(given: EmulatorOptions): LaunchOptions {
  try {
    const options = readOptions(given)
    const { seed } = options
    if (typeof seed !== 'string' && !(seed instanceof URL) && !Array.isArray(seed)) return options
    const { paths, empty } = seedPaths([seed].flat(), systemFiles)
    if (empty.length === 0) return { ...options, seed: paths }
    throw new StartError('unreadable_file', noSeedIn(...empty))
  } catch (error) {
    throw startRefusal(error)
  }
}

async function launchOn(options: LaunchOptions, onShutdown: () => void) {
  try {
    return await launch({ ...options, services: await allServices(options.ownServices) }, { onShutdown })
  } catch (error) {
    const { port = 0, dbPort, host = '127.0.0.1' } = options
    throw startRefusal(listenFailure(error, { port, dbPort, host }, writtenOption) ?? error)
  }
}

/** Turns errors with a known cause into an `EmulatorError`, and returns all others unchanged. */
function startRefusal(error: unknown): unknown {
  const refused = refusalOf(error)
  return refused === undefined ? error : new EmulatorError(CALL, { status: 0, ...refused })
}

function refusalOf(error: unknown): Omit<RefusedCall, 'status'> | undefined {
  if (error instanceof StartError) return { code: error.code, message: error.message }
  if (error instanceof DefinitionProblem) return { code: 'invalid_option', message: error.message }
  if (error instanceof SeedProblems) {
    return { code: 'invalid_seed', message: error.message, problems: error.problems }
  }
  if (error instanceof Refusal) return { code: error.code, message: `the profile: ${error.reason}` }
  return undefined
}

/** Makes the error's stack start at the caller instead of inside the emulator. */
function calledFrom(stack: string | undefined, error: unknown): unknown {
  if (!(error instanceof EmulatorError)) return error
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  return error
}
