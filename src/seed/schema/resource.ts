import * as v from 'valibot'
import { didYouMean, expected } from '../../core/expected.js'
import { isObject } from '../../core/objects.js'
import { alsoJsonSchema, apiKey, choice, list, mapping, name, nonEmptyText } from './fields.js'

export const scopedKey = mapping(
  'a key',
  {
    key: v.pipe(apiKey, v.description('The raw key that clients send in X-KV-Key.')),
    scope: v.pipe(
      choice('read', 'write', 'admin'),
      v.description('The operations it allows. admin allows all of them.'),
    ),
  },
  (input) => (isObject(input) ? undefined : `write { key: ${input}, scope: read }`),
)

const prefixed = (prefix: string, noun: string) =>
  v.pipe(
    name,
    v.check(
      (id) => id.startsWith(prefix) && id.length > prefix.length,
      expected(`${noun} id, which begins with ${prefix}`, (id) =>
        String(id).includes('${')
          ? 'seeds do not expand environment variables'
          : didYouMean(prefix + (String(id).replace(/^(?:ns|ec)_/, '') || 'demo_1')),
      ),
    ),
    alsoJsonSchema({ pattern: `^${prefix}.` }),
  )

export const owner = v.pipe(
  nonEmptyText,
  v.description(
    "The user who is charged for its usage. Tokens with this sub claim may list a namespace's keys and see its usage. Defaults to user_local.",
  ),
)

export const resourceFields = (prefix: string, noun: string) => ({
  id: v.pipe(prefixed(prefix, noun), v.description(`${prefix}<name>_<suffix>`)),
  owner: v.exactOptional(owner),
  keys: v.exactOptional(v.pipe(list(scopedKey, 'keys'), v.description('Its API keys, sent in X-KV-Key.'))),
})
