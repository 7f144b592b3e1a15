import { noProxyToLoopback } from '../client/loopback-proxy.js'
import { deniedText } from '../core/denied.js'
import { isTooManyFiles, TOO_MANY_FILES_OPEN } from '../core/too-many-files.js'
import { systemCode } from '../server/start-error.js'
import { Failure } from './failure.js'
import type { Started } from './output/started.js'
import type { Terminal } from './terminal.js'

/** The statuses that a shell reports for a command that is not there, and for one that may not be run. */
const COMMAND_NOT_FOUND = 127
const COMMAND_NOT_RUNNABLE = 126

/** The variables by which a command finds its emulator, or its world, and by which it may steer it. */
export const commandEnvironment = (
  env: Terminal['env'],
  { baseUrl, dbBaseUrl }: Pick<Started, 'baseUrl' | 'dbBaseUrl'>,
  adminToken: string | undefined,
): Terminal['env'] => ({
  ...env,
  ...noProxyToLoopback(env, new URL(baseUrl).hostname),
  KV_BASE_URL: baseUrl,
  DB_BASE_URL: dbBaseUrl,
  EMULATOR_URL: baseUrl,
  ...(adminToken === undefined ? {} : { EMULATOR_ADMIN_TOKEN: adminToken }),
})

/** The Failure for a command that cannot be started; other errors are given back as they are. */
export function commandFailure(error: unknown, program: string): unknown {
  const shown = JSON.stringify(program)
  const denied = deniedText(error)
  if (denied !== undefined) return new Failure(`cannot run ${shown}: ${denied}`)
  const code = systemCode(error)
  if (code === undefined) return error
  if (code !== 'ENOENT') {
    const reason = isTooManyFiles(error) ? TOO_MANY_FILES_OPEN : code
    return new Failure(`cannot run ${shown}: ${reason}`, COMMAND_NOT_RUNNABLE)
  }
  const hint = /\s/.test(program) ? '; leave the quotes out, or write sh -c in front of them' : ''
  return new Failure(`cannot run ${shown}: there is no such command${hint}`, COMMAND_NOT_FOUND)
}
