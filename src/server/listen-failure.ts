import { TOO_MANY_FILES_OPEN } from '../core/too-many-files.js'
import { StartError, systemCode } from './start-error.js'

export interface ListenSettings {
  readonly port: number
  readonly dbPort: number | undefined
  readonly host: string
}

export type OptionWriter = (option: 'port' | 'dbPort' | 'host', value?: string | number) => string

/** For the command line, e.g. `--db-port 0`. */
export const typedOption: OptionWriter = (option, value) => {
  const name = option === 'dbPort' ? '--db-port' : `--${option}`
  return value === undefined ? name : `${name} ${value}`
}

/** For JavaScript, e.g. `dbPort: 0`. */
export const writtenOption: OptionWriter = (option, value) => {
  if (value === undefined) return option
  return `${option}: ${typeof value === 'string' ? `'${value}'` : value}`
}

/** Returns undefined if the ports differ, or if any free port will do. */
export function samePortProblem(
  { port = 0, dbPort }: { readonly port?: number | undefined; readonly dbPort?: number | undefined },
  written: OptionWriter,
): string | undefined {
  if (port === 0 || port !== dbPort) return undefined
  const database = written('dbPort')
  return `${written('port')} and ${database} are both ${port}: give the database another one, or leave ${database} out`
}

/** Returns undefined for errors that have nothing to do with listening. */
export function listenFailure(
  error: unknown,
  settings: ListenSettings,
  written: OptionWriter,
): StartError | undefined {
  const code = systemCode(error)
  if (code === undefined || !(error instanceof Error) || !('syscall' in error)) return undefined
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo' && error.syscall !== 'bind')
    return undefined
  const port = 'port' in error && typeof error.port === 'number' ? error.port : settings.port
  return new StartError('cannot_listen', message(code, { ...settings, port }, written))
}

function message(code: string, { port, host, dbPort }: ListenSettings, written: OptionWriter): string {
  const option = port === dbPort ? 'dbPort' : 'port'
  const free = `${written(option, 0)} picks a free one`
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is taken: ${port < 65_535 ? `try ${written(option, port + 1)}; ` : ''}${free}`
    case 'EACCES':
      return `this user is not allowed to listen on port ${port} on ${host}: use one above 1023; ${free}`
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine: ${written('host', '127.0.0.1')} is for this machine only, ${written('host', '0.0.0.0')} for all of its addresses`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `cannot resolve ${written('host', host)}: 127.0.0.1 is for this machine only, 0.0.0.0 for all of its addresses`
    case 'EMFILE':
    case 'ENFILE':
      return `cannot listen on port ${port} on ${host}: ${TOO_MANY_FILES_OPEN}`
    default:
      return `cannot listen on port ${port} on ${host} (${code}): try another ${written('host')} or ${written(option)}`
  }
}
