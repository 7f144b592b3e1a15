/** A proxy that checks every answer of an emulator against the emulator's own OpenAPI document. */

import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'

export interface ValidatingProxy extends AsyncDisposable {
  readonly url: string
}

/**
 * Starts a validating proxy on a free port.
 *
 * @param document the OpenAPI document
 * @param upstream the address to pass requests on to
 */
export async function validatingProxy(document: object, upstream: string): Promise<ValidatingProxy> {
  const operations = await getHttpOperationsFromSpec(document)
  const server = createServer(operations, {
    cors: false,
    components: { logger: createLogger('proxy', { level: 'silent' }) },
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      // Statements send wrong requests on purpose, and the emulator should answer them.
      errors: false,
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      mock: { dynamic: false },
    },
  })
  const url = await server.listen(0, '127.0.0.1')
  return { url, [Symbol.asyncDispose]: () => server.close() }
}

/** The problems that the proxy found in an answer. Its header also reports those of requests. */
export function violationsOf(headers: { get(name: string): string | null }): string | undefined {
  const violations = headers.get('sl-violations')
  return violations?.includes('"response"') === true ? violations : undefined
}
