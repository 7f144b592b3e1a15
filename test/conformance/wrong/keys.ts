import type { ClientRequest } from '../../../conformance/http-client.js'
import { both, changing, isConfig, isEntry, isKv, keyIn, mistaking, type Wrong, wrongOf } from './wrong.js'

/** Requests for an entry are taken for requests for the entry of another key. */
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
  ['255 characters are all that counts', (key) => key.slice(0, 255)],
  ['percent signs are decoded again', (key) => decodeURIComponent(key)],
  ['a plus sign is a blank', (key) => key.replaceAll('+', ' ')],
  ['a slash is an underscore', (key) => key.replaceAll('/', '_')],
]

/** Ways to take two keys for one, or a key for something else. */
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
        [`toString is a key of ${area} from the first`]: changing((answer, request) => {
          if (isOf(request) && request.url.endsWith('/toString')) answer.status = 200
        }),
      },
    }),
  ],
)
