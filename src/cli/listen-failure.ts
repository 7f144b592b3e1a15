import { Failure, systemCode } from './failure.js'

/** Where the emulator was told to listen. */
export interface ListenSettings {
  readonly port: number
  readonly 'db-port': number | undefined
  readonly host: string
}

/** Says what a server that cannot listen ran into and how to mend it; undefined for any other error. */
export function listenFailure(error: unknown, settings: ListenSettings): Failure | undefined {
  const code = systemCode(error)
  if (code === undefined || !(error instanceof Error) || !('syscall' in error)) return undefined
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo' && error.syscall !== 'bind')
    return undefined
  const port = 'port' in error && typeof error.port === 'number' ? error.port : settings.port
  return new Failure(message(code, port, settings))
}

function message(code: string, port: number, { host, ...ports }: ListenSettings): string {
  const option = port === ports['db-port'] ? '--db-port' : '--port'
  const free = `${option} 0 picks a free one`
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is taken: ${port < 65_535 ? `try ${option} ${port + 1}; ` : ''}${free}`
    case 'EACCES':
      return `this user may not listen on port ${port} of ${host}: take one above 1023; ${free}`
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine: --host 127.0.0.1 is for this machine alone, --host 0.0.0.0 for all of its addresses`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no address is known for --host ${host}: 127.0.0.1 is for this machine alone, 0.0.0.0 for all of its addresses`
    default:
      return `cannot listen on port ${port} of ${host} (${code}): try another --host or ${option}`
  }
}
