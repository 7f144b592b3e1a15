import type { AdminOptions, ServeAdmin } from '../admin/http.js'
import type { LoadAdmin } from '../client/in-process/fetch.js'
import { MAIN_SERVICE } from '../contract/operations.js'
import { reject } from '../request/http/write.js'

const HINT =
  'the next call tries again; if files are missing, reinstall or run `npm run build`; if too many are open, raise `ulimit -n`'

/** Unlike a cached promise, this tries again on the next call if loading failed. */
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
 * Serves the admin interface over HTTP. It's loaded on the first call, so that startup doesn't have to wait for all of
 * its schemas. If loading fails, that call gets a 503 response and the next one tries again.
 *
 * @param onFailure called whenever loading fails
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

/** Keeps only the first line, because Node's errors about missing files have several. */
const problemOf = (error: unknown): string =>
  `the admin interface cannot be loaded: ${String(error).split('\n')[0]}`
