import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { count } from '../../../lib/format.js'
import { expiryText, outcomeText } from '../../../lib/request-text.js'
import { visible } from '../../../lib/visible-text.js'
import { subjectOf } from './subject.js'

/** Explains what decided the response, even if the response itself is vague on purpose. */
export function factOf(request: RequestDetails): string {
  const { fault, explain, reason, outcome, status } = request
  const judged = judgedFact(request)
  const fired = fault === undefined ? undefined : `the fault ${fault} fired: ${explain.fault?.text ?? ''}`
  if (fired !== undefined) return judged === undefined ? fired : `${fired}; ${judged}`
  if (outcome === 'ok') return `it passed all checks, and got ${status}`
  return judged ?? visible(reason ?? outcomeText(request))
}

function judgedFact(request: RequestDetails): string | undefined {
  const { absence, outcome, explain } = request
  const subject = subjectOf(request)
  if (absence !== undefined) {
    const text = expiryText(request) ?? (absence === 'never existed' ? absence : `doesn't exist: ${absence}`)
    return `“${visible(subject?.key ?? '')}” ${text}`
  }
  const limit = explain.gates.find(({ result }) => result === 'refused')?.limit
  if (typeof limit !== 'number') return undefined
  if (outcome === 'monthly_quota_exceeded') {
    return `all ${count(limit)} ${subject?.operation.counts} of the month are used up`
  }
  return outcome === 'rate_limited' ? `all ${count(limit)} requests of the window are used up` : undefined
}
