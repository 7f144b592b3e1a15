import { operations } from '../../contract/operations.js'
import type { ServiceRefusalCode } from '../../core/refusal.js'
import type { Gaps } from '../../domain/profile/gaps.js'
import { serviceOperations } from '../../services/index.js'
import { okText } from '../../services/stores.js'
import type { RequestContext } from '../context.js'
import { codeFor, errorBody } from '../errors.js'
import { sentenceFor, sentenceOf } from '../sentences.js'

/** The facts of a request that the body of a fault's answer depends on. */
export type FaultContext = Pick<RequestContext, 'operation' | 'service' | 'resource' | 'key' | 'now'>

/**
 * The body that the service would send with a status, for a fault that leaves its own out. The operation did not run, so
 * a success has the members of its answer without anything in them.
 */
export function usualBody(status: number, context: FaultContext, gaps: Gaps): string | undefined {
  if (status >= 400) return errorFor(status, context, gaps)
  if (status >= 300) return undefined
  if (context.operation !== undefined)
    return serviceOperations[context.operation.id].emptySuccess(context, gaps)
  return context.service === 'documents' ? '{}' : okText()
}

/** The methods that the path of an operation knows beside its own, as the Allow header of a 405 lists them. */
export function otherMethods({ operation }: FaultContext): string {
  const others = operations.filter(
    ({ path, method }) => path === operation?.path && method !== operation.method,
  )
  return others.map(({ method }) => method).join(', ')
}

function errorFor(status: number, context: FaultContext, gaps: Gaps): string {
  const { service } = context
  const cause = causeOf(status, context)
  const isQuota = cause === 'monthly_quota_exceeded'
  const code = isQuota ? cause : codeFor(service, status, gaps)
  const message = cause === undefined ? sentenceFor(status, service) : sentenceOf(cause, status, service)
  return errorBody(service, code, message, gaps)
}

/** The cause that the service has for a status of an operation, if there is one only. */
function causeOf(status: number, { operation }: FaultContext): ServiceRefusalCode | undefined {
  const { service, counts, path } = operation ?? {}
  const hasQuota = counts !== undefined && counts !== 'deletes'
  if (status === 429 && hasQuota) return 'monthly_quota_exceeded'
  if (status !== 404 || path === undefined || service === 'documents') return undefined
  return path.includes('{key}') ? 'entry_missing' : 'resource_missing'
}
