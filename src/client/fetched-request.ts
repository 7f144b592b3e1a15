import type { DataRequest } from '../api/call.js'
import { headerOf } from '../web/raw-headers.js'
import type { WorldAddress } from '../web/world-address.js'

interface Carried {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Buffer
}

/** A request of fetch as the services take it. */
export class FetchedRequest implements DataRequest {
  readonly method: string
  readonly target: string
  readonly origin: string
  readonly prefix: string
  readonly body: Buffer
  readonly bodyIsTooLarge: boolean
  readonly rawHeaders: readonly string[]

  /**
   * @param sent its headers take those that a socket would have carried too
   * @param bodyBytesMax null: no bound
   */
  constructor(sent: Carried, { target, prefix }: WorldAddress, bodyBytesMax: number | null) {
    const { method, headers, url, body } = sent
    headers.set('host', url.host)
    if (body.length > 0) headers.set('content-length', String(body.length))
    this.method = method
    this.target = target
    this.origin = url.origin
    this.prefix = prefix
    this.bodyIsTooLarge = bodyBytesMax !== null && body.length > bodyBytesMax
    this.body = this.bodyIsTooLarge ? body.subarray(0, bodyBytesMax ?? 0) : body
    const rawHeaders: string[] = []
    for (const [name, value] of headers) rawHeaders.push(name, value)
    this.rawHeaders = rawHeaders
  }

  header(name: string): string | undefined {
    return headerOf(this.rawHeaders, name)
  }

  /** Headers of the same name were joined before they could come here, as fetch does over a socket too. */
  isRepeated(): boolean {
    return false
  }
}
