import type { LoadAdmin } from '../client/in-process/fetch.js'
import { DATABASE_SERVICE, MAIN_SERVICE } from '../contract/operations.js'
import type { OtherAddressOf } from '../domain/requests/request.js'
import { serveData } from '../request/http/serve.js'
import { rejectionAnswer } from '../request/rejection.js'
import { addressFinder } from '../web/forwarded.js'
import { bracketed, isFromOwnPort } from '../web/known-hosts.js'
import type { FormatRejection } from '../web/reject.js'
import { type Listening, listen } from '../web/server.js'
import type { WorldContext } from '../worlds/context.js'
import { adminOnDemand } from './admin-on-demand.js'
import { listener } from './listener.js'
import type { LaunchOptions } from './options/emulator-options.js'
import type { EmulatorPorts } from './system-ports.js'

const isDatabase = (service: string): boolean => service === DATABASE_SERVICE

/** Has a second port if the document database is served on its own. */
export class ListeningPorts {
  readonly #options: LaunchOptions
  readonly #ports: EmulatorPorts
  #main: Listening | undefined
  #database: Listening | undefined

  constructor(options: LaunchOptions, ports: EmulatorPorts) {
    this.#options = options
    this.#ports = ports
  }

  /** The address of everything except a database with its own port. Empty until `open` resolves. */
  get baseUrl(): string {
    return urlOf(this.#main)
  }

  get dbBaseUrl(): string {
    return urlOf(this.#database ?? this.#main)
  }

  /** @throws the system's error if a port is taken */
  async open(home: WorldContext, load: LoadAdmin): Promise<void> {
    const { allowHosts = [], adminToken: token, cors, trustProxy = false, port = 0, dbPort } = this.#options
    const { dashboardFolder, onLoadFailure } = this.#ports
    const admin = adminOnDemand(load, { allowHosts, token, cors, trustProxy, dashboardFolder }, onLoadFailure)
    this.#main = await this.#listen(home, admin, { port, fallback: MAIN_SERVICE })
    if (dbPort === undefined) return
    try {
      this.#database = await this.#listen(home, admin, { port: dbPort, fallback: DATABASE_SERVICE })
    } catch (error) {
      await this.#main.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#main?.close(), this.#database?.close()])
  }

  /** @param fallback determines the error format for paths that don't belong to any service */
  #listen(
    home: WorldContext,
    admin: ReturnType<typeof adminOnDemand>,
    { port, fallback }: { readonly port: number; readonly fallback: string },
  ): Promise<Listening> {
    const { host = '127.0.0.1', allowHosts = [], cors, dbPort } = this.#options
    const { requireWorld = false, trustProxy = false } = this.#options
    const { onPreflight, onDefect } = this.#ports
    const { world } = home
    const hasAdmin = !isDatabase(fallback)
    const word: FormatRejection = (rejection, target) =>
      rejectionAnswer(rejection, { world, services: home.plane.services, target, fallback, hasAdmin })
    const otherAddressOf: OtherAddressOf = (service) =>
      isDatabase(service) !== hasAdmin ? undefined : hasAdmin ? this.dbBaseUrl : this.baseUrl
    const data = serveData(home.plane, {
      trustProxy,
      onPreflight,
      ...(dbPort === undefined ? {} : { otherAddressOf }),
      ...(cors === undefined ? {} : { cors }),
      ...(hasAdmin
        ? {}
        : {
            isDashboard: (origin, host) => isFromOwnPort(origin, host, String(this.#main?.port), allowHosts),
          }),
    })
    const serve = listener({
      routing: { home, requireWorld, hasAdmin },
      data,
      admin,
      cors,
      addressOf: addressFinder(trustProxy),
      word,
      ...(hasAdmin ? {} : { adminOrigin: () => this.baseUrl }),
    })
    return listen(serve, { host, port, connections: home.plane.connections, word, onDefect })
  }
}

/** Falls back to the loopback address if the server listens on all interfaces. */
function urlOf(listening: Listening | undefined): string {
  if (listening === undefined) return ''
  const { host, port } = listening
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${bracketed(reachable)}:${port}`
}
