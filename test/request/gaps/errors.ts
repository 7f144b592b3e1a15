import { Refusal, type RefusalCode } from '../../../src/core/refusal.js'
import { Gaps } from '../../../src/domain/profile/gaps.js'
import { refuse } from '../../../src/request/errors.js'
import type { Service } from '../../support/service.js'
import { kvKey, member, NS, STORE } from '../clients.js'
import type { Gap } from './gap.js'

const message = 'The monthly limit of the namespace is reached.'
const admin = kvKey('kv_admin_shop')
/** A refusal that has a code in the contract. */
const full = (service: Service) =>
  service.send('GET /v1/kv/ns_full_a1b2c3/never', { headers: kvKey('kv_admin_full') })

/** An error code of the two stores by status: its default and another one, as calls of both show it. */
function codeOf(status: string, usual: string | null, observe: Gap['observe']): Gap {
  const other = usual === null ? 'other' : null
  return {
    option: `errors.codes.${status}`,
    seen: [usual, other, 'third'].map((code) => [code, [code ?? undefined, code ?? undefined]] as const),
    observe,
  }
}

/** `error` in the answers of the key-value store and of the config store to one call. */
const errorsOf = (a: string, b: string, body?: string, headers = [admin, kvKey('kv_admin_web')]) =>
  async function observe(service: Service) {
    const sent = body === undefined ? {} : { body }
    return [
      member(await service.send(a, { ...sent, headers: headers[0] ?? {} }), 'error'),
      member(await service.send(b, { ...sent, headers: headers[1] ?? {} }), 'error'),
    ]
  }

const A = `/v1/kv/${NS}/k`
const B = `/v1/ec/${STORE}/k`

export const errorGaps: readonly Gap[] = [
  {
    option: 'errors.shape',
    seen: [
      ['flat', { ok: false, error: 'monthly_quota_exceeded', message }],
      ['nested', { ok: false, error: { code: 'monthly_quota_exceeded', message } }],
      ['code', { ok: false, code: 'monthly_quota_exceeded', message }],
    ],
    observe: async (service) => (await full(service)).json,
  },
  // The same code, though the key-value store answers with a 422.
  { ...codeOf('400', null, errorsOf(`PUT ${A}`, `PUT ${B}`, '{}')), profile: { kv: { invalidStatus: 422 } } },
  codeOf('401', null, errorsOf(`GET ${A}`, `GET ${B}`, undefined, [])),
  codeOf('403', null, errorsOf(`PUT ${A}`, `PUT ${B}`, '{}', [kvKey('kv_read_shop'), kvKey('kv_read_web')])),
  codeOf('404', null, errorsOf(`GET ${A}`, `GET ${B}`)),
  codeOf(
    '413',
    'payload_too_large',
    errorsOf(`PUT ${A}`, `PUT ${B}`, `{"value":"${'x'.repeat(10_485_760)}"}`),
  ),
  codeOf('5xx', 'internal_error', ({ world, plane }) =>
    (['kv', 'config'] as const).map((name) =>
      codeIn(refuse(refusal('internal_error'), plane.services.named(name), new Gaps(world.profile)).body),
    ),
  ),
]

export const refusal = (code: RefusalCode) => new Refusal(code, 'a reason')

export function codeIn(body: string | undefined): unknown {
  const parsed: unknown = JSON.parse(body ?? '')
  return Reflect.get(Object(parsed), 'error')
}
