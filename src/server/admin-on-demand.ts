import type { ServeAdmin } from '../admin/http.js'
import { reject } from '../request/http/write.js'

const HINT =
  'the next call tries again; `npm run build` or a new install makes files that are gone, and where too many files are open, raise `ulimit -n`'

/**
 * The admin interface, loaded when it is first called: a start does not wait for its calls and their schemas.
 * If it cannot be loaded, its calls are answered 503 and the next one loads it again.
 *
 * @param onFailure called with each load that fails
 */
export function adminOnDemand(
  load: () => Promise<ServeAdmin>,
  onFailure: (message: string) => void,
): ServeAdmin {
  let loading: Promise<ServeAdmin> | undefined
  const loaded = (): Promise<ServeAdmin> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      onFailure(`${problemOf(error)}; ${HINT}`)
      throw error
    })
    return loading
  }
  return (context, request, response) =>
    loaded().then(
      (serve) => serve(context, request, response),
      (error: unknown) => {
        const reason = problemOf(error)
        const place = { world: context.world, target: request.url, fallback: 'kv', hasAdmin: true } as const
        reject(response, { status: 503, code: 'internal_error', reason, hint: HINT }, place)
      },
    )
}

/** Node reports a missing file in several lines. */
const problemOf = (error: unknown): string =>
  `the admin interface cannot be loaded: ${String(error).split('\n')[0]}`
