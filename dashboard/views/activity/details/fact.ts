import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { count, span } from '../../../lib/format.js'
import { expiryIn, outcomeText } from '../../../lib/request-text.js'
import { visible } from '../../../lib/visible-text.js'
import { subjectOf } from './subject.js'

/** What decided the answer: the decisive fact, if the answer on the wire is vague on purpose. */
export function factOf(request: RequestDetails): string {
  const { fault, explain, reason, outcome, status } = request
  const judged = judgedFact(request)
  const struck = fault === undefined ? undefined : `the fault ${fault} struck: ${explain.fault?.text ?? ''}`
  if (struck !== undefined) return judged === undefined ? struck : `${struck}; ${judged}`
  if (outcome === 'ok') return `it passed all checks, and was answered ${status}`
  return judged ?? visible(reason ?? outcomeText(request))
}

/** The fact that a refusal without a fact comes from. */
function judgedFact(request: RequestDetails): string | undefined {
  const { absence, outcome, at, explain } = request
  const subject = subjectOf(request)
  if (absence !== undefined) return `“${visible(subject?.key ?? '')}” ${absenceText(absence, at)}`
  const limit = explain.gates.find(({ result }) => result === 'refused')?.limit
  if (typeof limit !== 'number') return undefined
  if (outcome === 'monthly_quota_exceeded') {
    return `all ${count(limit)} ${subject?.operation.counts} of the month are used`
  }
  return outcome === 'rate_limited' ? `all ${count(limit)} requests of the window are used` : undefined
}

function absenceText(absence: string, at: number): string {
  const expiredAt = expiryIn(absence)
  if (expiredAt !== undefined)
    return expiredAt === at ? 'expired just then' : `expired ${span(at - expiredAt)} before`
  return absence === 'never existed' ? absence : `is not there: ${absence}`
}
