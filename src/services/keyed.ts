import { objectText } from '../core/json/json-text.js'
import { Refusal, type ServiceRefusalCode } from '../core/refusal.js'
import type { Gaps } from '../domain/profile/gaps.js'
import type { Profile } from '../domain/profile/profile.js'
import { type Reply, reply } from '../domain/requests/reply.js'
import { COMMON_CODES, codeByStatus } from '../request/errors.js'
import type { ServiceErrors } from '../request/service.js'

/** See docs/gaps.md N-10. */
export function putStatus(status: Profile['kv']['putStatus'], isNew: boolean): number {
  if (status !== '201 or 200') return status
  return isNew ? 201 : 200
}

/** @throws Refusal if a member isn't in the contract and the profile rejects those (docs/gaps.md N-51) */
export function refuseUnshown(name: string, gaps: Gaps, service: 'kv' | 'config'): void {
  if (gaps.decide(`${service}.unknownMembers`) === 'ignore') return
  throw new Refusal('body_invalid', `the member ${JSON.stringify(name)} is not known`)
}

/** See docs/gaps.md N-6 and N-8. */
export function deleted(key: string, gaps: Gaps, service: 'kv' | 'config'): Reply {
  const status = gaps.decide(`${service}.deleteStatus`)
  return reply(status, status === 204 ? undefined : deletedText(key, gaps, service))
}

export function deletedText(key = '', gaps: Gaps, service: 'kv' | 'config'): string {
  const keyText = gaps.decide(`${service}.deleteBody`) === 'ok+key' ? JSON.stringify(key) : undefined
  return okText('key', keyText)
}

/** Takes name, text, name, text, … */
export const okText = (...members: readonly (string | undefined)[]): string =>
  objectText(['ok', 'true', ...members])

const CODES = { ...COMMON_CODES, 409: 'conflict', 429: 'rate_limited' } as Readonly<Record<number, string>>

/** See docs/CONTRACT.md E-7 and gaps N-17 and N-18. */
export const keyedErrors = (
  own: Pick<ServiceErrors, 'statuses'> & {
    readonly messages: Readonly<Partial<Record<ServiceRefusalCode, string>>>
  },
): ServiceErrors => ({
  schema: 'Error',
  emptySuccess: okText(),
  body(code, message, gaps) {
    const codeText = code === undefined ? undefined : JSON.stringify(code)
    const said = ['message', JSON.stringify(message)]
    switch (gaps.decide('errors.shape')) {
      case 'flat':
        return objectText(['ok', 'false', 'error', codeText, ...said])
      case 'nested':
        return objectText(['ok', 'false', 'error', objectText(['code', codeText, ...said])])
      case 'code':
        return objectText(['ok', 'false', 'code', codeText, ...said])
    }
  },
  // An invalid request has the same code whether its status is 400 or 422.
  codeOf: (status, gaps) =>
    CODES[status] ?? codeByStatus(gaps.decide('errors.codes'), status === 422 ? 400 : status) ?? undefined,
  ...own,
})
