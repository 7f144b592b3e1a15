import type { RequestDetails } from 'tristore-emulator'

/**
 * An HTTP archive (HAR 1.2) from `world.har()` or GET /_admin/requests.har.
 *
 * @example
 * const archive: Archive = await world.har()
 * const { duties } = await conduct(archive)
 */
export interface Archive {
  readonly log: object
}

type Headers = readonly { readonly name: string; readonly value: string }[]

/** Has the emulator's own fields. */
interface Entry {
  readonly request: {
    readonly headers: Headers
    readonly bodySize: number
    readonly postData?: { readonly text: string }
  }
  readonly response: { readonly headers: Headers }
  readonly _request: Omit<
    RequestDetails,
    'requestHeaders' | 'responseHeaders' | 'requestBody' | 'responseBody'
  >
}

interface EmulatorLog {
  readonly entries: readonly Entry[]
  readonly _dropped: number
}

/** @throws NotOfEmulator if another program created the archive */
export function readArchive({ log }: Archive): {
  readonly requests: readonly RequestDetails[]
  readonly dropped: number
} {
  if (!isOfEmulator(log)) throw new NotOfEmulator()
  return { requests: log.entries.map(detailsOf), dropped: log._dropped }
}

/** Thrown for archives from other programs, because they don't have the fields we need. */
export class NotOfEmulator extends TypeError {
  constructor() {
    super("the archive wasn't created by an emulator: use one from GET /_admin/requests.har or world.har()")
  }
}

const isOfEmulator = (log: unknown): log is EmulatorLog =>
  typeof log === 'object' &&
  log !== null &&
  '_dropped' in log &&
  'entries' in log &&
  Array.isArray(log.entries) &&
  log.entries.every((entry) => typeof entry?._request?.id === 'string')

function detailsOf({ request, response, _request }: Entry): RequestDetails {
  const { postData, bodySize } = request
  return {
    ..._request,
    requestHeaders: pairsOf(request.headers),
    responseHeaders: pairsOf(response.headers),
    ...(postData === undefined ? {} : { requestBody: { text: postData.text, bytes: bodySize } }),
  }
}

const pairsOf = (headers: Headers): RequestDetails['requestHeaders'] =>
  headers.map(({ name, value }) => [name, value])
