import type { AdminOptions, ServeAdmin } from '../admin/http.js'
import type { LoadAdmin } from '../client/in-process/fetch.js'
import { MAIN_SERVICE } from '../contract/operations.js'
import { reject } from '../request/http/write.js'

const HINT =
  'the next call tries again; `npm run build` or a new install makes files that are gone, and where too many files are open, raise `ulimit -n`'

/** Loads a value at the first call, and again at the next one if that fails. */
export function onDemand<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/**
 * Serves the admin interface over HTTP, and loads it at the first call, so that a start doesn't wait for its calls and
 * schemas. If loading fails, the call is answered 503 and the next one tries again.
 *
 * @param onFailure called with each load that fails
 */
export function adminOnDemand(
  load: LoadAdmin,
  options: Omit<AdminOptions, 'router'>,
  onFailure: (message: string) => void,
): ServeAdmin {
  const loaded = onDemand(async () => {
    try {
      const router = await load()
      const { serveAdmin } = await import('../admin/http.js')
      return serveAdmin({ ...options, router })
    } catch (error) {
      onFailure(`${problemOf(error)}; ${HINT}`)
      throw error
    }
  })
  return (context, request, response) =>
    loaded().then(
      (serve) => serve(context, request, response),
      (error: unknown) => {
        const reason = problemOf(error)
        const { world, plane } = context
        const place = {
          world,
          services: plane.services,
          target: request.url,
          fallback: MAIN_SERVICE,
          hasAdmin: true,
        }
        reject(response, { status: 503, code: 'internal_error', reason, hint: HINT }, place)
      },
    )
}

/** Keeps the first line: Node reports a missing file in several. */
const problemOf = (error: unknown): string =>
  `the admin interface cannot be loaded: ${String(error).split('\n')[0]}`
