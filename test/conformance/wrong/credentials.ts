import { type ClientRequest, withKey } from '../../../conformance/http-client.js'
import type { ServiceUnderTest } from '../../../conformance/subject.js'
import {
  isConfig,
  isEntry,
  isKv,
  isList,
  isUsage,
  keyOf,
  mistaking,
  type Wrong,
  withCredential,
  wrongOf,
} from './wrong.js'

const SIDES = [
  { area: 'kv', isIt: isKv, group: 'namespace', own: 'namespace', foreign: 'foreignNamespace' },
  { area: 'config', isIt: isConfig, group: 'store', own: 'store', foreign: 'foreignStore' },
] as const

const asAdmin = (
  request: ClientRequest,
  subject: ServiceUnderTest,
  own: 'namespace' | 'store',
): ClientRequest => ({
  ...request,
  headers: { ...request.headers, ...withKey(subject[own]?.keys.admin ?? '') },
})

const keys = SIDES.flatMap(({ area, isIt, group, own, foreign }): readonly Wrong[] => [
  ...(['read', 'write', 'admin'] as const).map(
    (scope): Wrong => ({
      what: `a ${scope} key of another ${group} is accepted`,
      caughtBy: `${area}.key.foreign.${scope}`,
      make: mistaking((request, subject) =>
        isIt(request) &&
        request.url.includes(`/${subject[own]?.id}`) &&
        keyOf(request) === subject[foreign]?.keys[scope]
          ? asAdmin(request, subject, own)
          : request,
      ),
    }),
  ),
  ...wrongOf({
    [`${area}.key.foreign.write`]: {
      [`a put with a foreign key lands in the ${group} of the key`]: (subject) => async (request) => {
        const answer = await subject.send(request)
        const isForeign = keyOf(request) === subject[foreign]?.keys.write && request.method === 'PUT'
        const url = request.url.replace(`/${subject[own]?.id}/`, `/${subject[foreign]?.id}/`)
        if (isForeign && url !== request.url) await subject.send({ ...request, url })
        return answer
      },
    },
  }),
  ...(['authorization', 'x-api-key'] as const).map(
    (header): Wrong => ({
      what: `a key of a ${group} counts in ${header} too`,
      caughtBy: `${area}.key.header`,
      make: mistaking((request) => {
        const key = (request.headers[header] ?? '').replace('Bearer ', '')
        return isIt(request) && key.startsWith('kv_') ? { ...request, headers: withKey(key) } : request
      }),
    }),
  ),
  ...wrongOf({
    [`${area}.key.prefix-cosmetic`]: {
      [`a scope is read from the prefix of a ${group}'s key`]: mistaking((request, subject) =>
        withCredential(
          request,
          'x-kv-key',
          subject.misnamed?.[group].readAsAdmin ?? '',
          subject[own]?.keys.admin ?? '',
        ),
      ),
    },
    [`${area}.key.prefix-cosmetic.admin`]: {
      [`an admin key of a ${group} that is spelt as a read key may only read`]: mistaking(
        (request, subject) =>
          withCredential(
            request,
            'x-kv-key',
            subject.misnamed?.[group].adminAsRead ?? '',
            subject[own]?.keys.read ?? '',
          ),
      ),
    },
    [`${area}.key.form`]: {
      [`generated keys of a ${group} have no prefix`]: generating((key) => key.replace(/^kv_\w+?_/, 'key-')),
      [`generated keys of a ${group} are all the same`]: generating((_key, scope) => `kv_${scope}_same`),
    },
    [`${area}.key.generated`]: {
      [`a generated key of a ${group} opens nothing`]: generating((key) => `${key}x`),
    },
    [area === 'kv' ? 'kv.namespace.id' : 'config.store.id']: {
      [`a generated id of a ${group} has no prefix`]: generating(
        (key) => key,
        (id) => id.replace(/^\w\w_/, ''),
      ),
    },
    [`${area}.bearer.not-for-data`]: {
      [`the owner's token opens a ${group}`]: mistaking((request, subject) =>
        isIt(request) && (isEntry(request) || area === 'config') && 'authorization' in request.headers
          ? asAdmin({ ...request, headers: {} }, subject, own)
          : request,
      ),
    },
  }),
])

/** A service whose admin interface generates other keys and ids. */
function generating(
  keyOfIt: (key: string, scope: string) => string,
  idOfIt: (id: string) => string = (id) => id,
): Wrong['make'] {
  return (subject) => {
    const { generate } = subject
    Object.assign(subject, {
      generate: async (what: 'namespace' | 'store') => {
        const made = await generate?.(what)
        const changed = Object.entries(made?.keys ?? {}).map(([scope, two]) => [
          scope,
          two.map((key) => keyOfIt(key, scope)),
        ])
        return { id: idOfIt(made?.id ?? ''), keys: Object.fromEntries(changed) }
      },
    })
    return subject.send
  }
}

const tokenOf = ({ headers }: ClientRequest): readonly string[] =>
  (headers.authorization ?? '').replace('Bearer ', '').split('.')

/** Accepts some tokens as the owner's, in one of the two calls. */
const lenient = (
  call: 'list' | 'usage',
  isTaken: (given: readonly string[], own: readonly string[], subject: ServiceUnderTest) => boolean,
): Wrong['make'] =>
  mistaking((request, subject) => {
    const own = (subject.bearer ?? '').split('.')
    const isCall = call === 'list' ? isList(request) : isUsage(request)
    const given = tokenOf(request)
    if (!isCall || given.length !== 3 || !isTaken(given, own, subject)) return request
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${subject.bearer}` } }
  })

const claimsOf = (payload = '') => JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')

const tokens = (['list', 'usage'] as const).flatMap((call) =>
  wrongOf({
    [`kv.bearer.forged.${call}`]: {
      [`any signature does (${call})`]: lenient(
        call,
        ([head, payload], own) => head === own[0] && payload === own[1],
      ),
      [`a missing signature does (${call})`]: lenient(
        call,
        ([head, payload, signature], own) => head === own[0] && payload === own[1] && signature === '',
      ),
    },
    [`kv.bearer.altered.${call}`]: {
      [`the claims are not part of what is signed (${call})`]: lenient(
        call,
        ([head, , signature], own) => head === own[0] && signature === own[2],
      ),
    },
    [`kv.bearer.unsigned.${call}`]: {
      [`a token may say that it needs no signature (${call})`]: lenient(
        call,
        ([head, payload], own) => payload === own[1] && /none/i.test(claimsOf(head).alg),
      ),
    },
    [`kv.bearer.borrowed-signature.${call}`]: {
      [`any signature of the provider does (${call})`]: lenient(
        call,
        ([, , signature], _own, { strangerBearer = '' }) => signature === strangerBearer.split('.')[2],
      ),
    },
    [`kv.bearer.expired.${call}`]: {
      [`an expired token does (${call})`]: lenient(call, ([, payload]) => claimsOf(payload).exp === 1),
    },
  }),
)

export const wrongKeys: readonly Wrong[] = [
  ...keys,
  ...tokens,
  ...wrongOf({
    'kv.list.not-by-write-key': {
      'a write key lists keys': mistaking((request, { namespace, bearer }) =>
        isList(request) && keyOf(request) === namespace?.keys.write
          ? { ...request, headers: { authorization: `Bearer ${bearer}` } }
          : request,
      ),
    },
  }),
]
