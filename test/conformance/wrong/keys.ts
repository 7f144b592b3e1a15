import type { ClientRequest } from '../../../conformance/http-client.js'
import { both, changing, isConfig, isEntry, isKv, keyIn, mistaking, type Wrong } from './wrong.js'

/** Mistakes the key of an entry for another key. */
export const renaming = (
  isIt: (request: ClientRequest) => boolean,
  rename: (key: string) => string,
): Wrong['make'] =>
  mistaking((request) => {
    if (!isIt(request)) return request
    const key = rename(keyIn(request))
    return { ...request, url: request.url.replace(/[^/]*$/, encodeURIComponent(key)) }
  })

/** The ways in which a service confuses two keys, and the kind of names that shows it. */
const RENAMED: readonly (readonly [what: string, names: string, rename: (key: string) => string])[] = [
  ['blanks at the ends are cut off', 'signs-at-the-end', (key) => key.trim()],
  ['code points are composed', 'letters', (key) => key.normalize('NFC')],
  ['only 255 characters count', 'parts-below', (key) => key.slice(0, 255)],
  ['percent signs are decoded again', 'parts-below', (key) => decoded(key)],
  ['a plus sign is a blank', 'parts-below', (key) => key.replaceAll('+', ' ')],
  ['a slash is an underscore', 'parts-below', (key) => key.replaceAll('/', '_')],
]

function decoded(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

export const wrongEntryKeys: readonly Wrong[] = Object.entries({ kv: isKv, config: isConfig }).flatMap(
  ([area, isOf]): readonly Wrong[] => [
    ...RENAMED.map(([what, names, rename]) => ({
      what: `in keys of ${area}, ${what}`,
      caughtBy: `${area}.names.${names}`,
      make: renaming(both(isOf, isEntry), rename),
    })),
    ...(['__proto__', 'constructor'] as const).map((key) => ({
      what: `${key} is never a key of ${area}`,
      caughtBy: `${area}.names.words`,
      make: changing((answer, request) => {
        if (isOf(request) && request.method === 'GET' && request.url.endsWith(`/${key}`)) answer.status = 404
      }),
    })),
  ],
)
