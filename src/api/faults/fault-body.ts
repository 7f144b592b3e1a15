import { operations } from '../../contract/operations.js'
import { formatInstant, monthKey } from '../../core/instants.js'
import { objectText } from '../../core/json/json-text.js'
import type { ServiceRefusalCode } from '../../core/refusal.js'
import type { Gaps } from '../../domain/profile/gaps.js'
import type { RequestContext } from '../context.js'
import { codeFor, errorBody } from '../errors.js'
import { sentenceFor, sentenceOf } from '../sentences.js'

/** The facts of a request that the body of a fault's answer depends on. */
export type FaultContext = Pick<RequestContext, 'operation' | 'interface' | 'resource' | 'key' | 'now'>

/**
 * The body that the service would send with a status, for a fault that leaves its own out. The operation did not run, so
 * a success has the members of its answer without anything in them.
 */
export function usualBody(status: number, context: FaultContext, gaps: Gaps): string | undefined {
  if (status >= 400) return errorFor(status, context, gaps)
  return status >= 300 ? undefined : emptySuccess(context, gaps)
}

/** The methods that the path of an operation knows beside its own, as the Allow header of a 405 lists them. */
export function otherMethods({ operation }: FaultContext): string {
  const others = operations.filter(
    ({ path, method }) => path === operation?.path && method !== operation.method,
  )
  return others.map(({ method }) => method).join(', ')
}

function errorFor(status: number, context: FaultContext, gaps: Gaps): string {
  const { interface: interface_ } = context
  const cause = causeOf(status, context)
  const isQuota = cause === 'monthly_quota_exceeded'
  const code = isQuota ? cause : codeFor(interface_, status, gaps)
  const message =
    cause === undefined ? sentenceFor(status, interface_) : sentenceOf(cause, status, interface_)
  return errorBody(interface_, code, message, gaps)
}

/** The cause that the service has for a status of an operation, if there is one only. */
function causeOf(status: number, { operation }: FaultContext): ServiceRefusalCode | undefined {
  const { interface: interface_, counts, path } = operation ?? {}
  const hasQuota = counts !== undefined && counts !== 'deletes'
  if (status === 429 && hasQuota) return 'monthly_quota_exceeded'
  if (status !== 404 || path === undefined || interface_ === 'documents') return undefined
  return path.includes('{key}') ? 'entry_missing' : 'resource_missing'
}

const NO_ID = '0'

function emptySuccess({ operation, interface: interface_, ...named }: FaultContext, gaps: Gaps): string {
  const { now } = named
  const key = ['key', JSON.stringify(named.key ?? '')]
  const times = ['ttlSeconds', '60', 'expiresAt', String(now + 60_000)]
  const updatedAt = ['updatedAt', `"${formatInstant(now)}"`]
  const ok = (...members: string[]) => objectText(['ok', 'true', ...members])
  switch (operation?.id) {
    case 'kv.put':
      return ok(...key, ...times)
    case 'kv.get':
      return ok(...key, 'value', 'null', ...times)
    case 'kv.list':
      return ok('keys', '[]')
    case 'kv.delete':
    case 'config.delete': {
      const deleteBody = gaps.get(operation.id === 'kv.delete' ? 'kv.deleteBody' : 'config.deleteBody')
      return deleteBody === 'ok' ? ok() : ok(...key)
    }
    case 'usage.get': {
      const usage = { reads: 0, writes: 0, deletes: 0, lists: 0, storageBytes: 0 }
      const limits = JSON.stringify(gaps.get('kv.defaultLimits'))
      const id = JSON.stringify(named.resource ?? '')
      const month = `"${monthKey(now)}"`
      return ok('namespaceId', id, 'monthKey', month, 'limits', limits, 'usage', JSON.stringify(usage))
    }
    case 'config.put':
      return ok(...key, ...updatedAt)
    case 'config.get':
      return ok(...key, 'value', '{}', ...updatedAt)
    case 'config.list':
      return ok('configs', '[]')
    case 'documents.list':
    case 'projects.list':
      return '[]'
    case 'documents.create':
    case 'documents.get':
      return objectText(['id', idIn(named.resource), 'title', '""'])
    case 'projects.create':
      return objectText(['id', NO_ID, 'name', '""'])
    case undefined:
      return interface_ === 'documents' ? '{}' : ok()
  }
}

const idIn = (resource = NO_ID): string => (/^[1-9]\d{0,17}$/.test(resource) ? resource : NO_ID)
