import type { ClientRequest } from '../../../conformance/http-client.js'
import { both, changing, isConfig, isEntry, isKv, keyIn, mistaking, type Wrong, wrongOf } from './wrong.js'

/** Makes a service that mistakes the key of an entry for another key. */
export const renaming = (
  isIt: (request: ClientRequest) => boolean,
  rename: (key: string) => string,
): Wrong['make'] =>
  mistaking((request) => {
    if (!isIt(request)) return request
    const key = rename(keyIn(request))
    return { ...request, url: request.url.replace(/[^/]*$/, encodeURIComponent(key)) }
  })

const RENAMED: readonly (readonly [what: string, rename: (key: string) => string])[] = [
  ['blanks at the ends are cut off', (key) => key.trim()],
  ['code points are composed', (key) => key.normalize('NFC')],
  ['only 255 characters count', (key) => key.slice(0, 255)],
  ['percent signs are decoded again', (key) => decodeURIComponent(key)],
  ['a plus sign is a blank', (key) => key.replaceAll('+', ' ')],
  ['a slash is an underscore', (key) => key.replaceAll('/', '_')],
]

/** Ways to mistake two keys for one, or a key for a built-in name. */
export const wrongEntryKeys: readonly Wrong[] = Object.entries({ kv: isKv, config: isConfig }).flatMap(
  ([area, isOf]): readonly Wrong[] => [
    ...RENAMED.map(([what, rename]) => ({
      what: `in keys of ${area}, ${what}`,
      caughtBy: `${area}.key.alike`,
      make: renaming(both(isOf, isEntry), rename),
    })),
    ...(['__proto__', 'constructor'] as const).map((key) => ({
      what: `${key} is never a key of ${area}`,
      caughtBy: `${area}.key.built-in`,
      make: changing((answer, request) => {
        if (isOf(request) && request.method === 'GET' && request.url.endsWith(`/${key}`)) answer.status = 404
      }),
    })),
    ...wrongOf({
      [`${area}.key.built-in`]: {
        [`toString exists as a key of ${area} before it is put`]: changing((answer, request) => {
          if (isOf(request) && request.url.endsWith('/toString')) answer.status = 200
        }),
      },
    }),
  ],
)
