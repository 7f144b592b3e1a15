/** The gaps of the two stores, of sizes and of HTTP. */

import type { Need } from '../subject.js'
import type { Gap } from './gap.js'

const KEY: readonly Need[] = ['kv.writer']
const STORE_KEY: readonly Need[] = ['store.writer']
const NO_BODY = 'deletes are answered without a body'

/** The gaps that PUT and DELETE of the key-value store and of the config store share. */
function writeGaps(section: 'kv' | 'config', what: string, sees: readonly Need[]): readonly Gap[] {
  return [
    { option: `${section}.putStatus`, meaning: `The status of a successful put of ${what}.`, sees },
    { option: `${section}.deleteStatus`, meaning: `The status of a successful delete of ${what}.`, sees },
    {
      option: `${section}.deleteMissing`,
      meaning: `Whether deleting ${what} that is not there is refused or done.`,
      sees,
    },
    {
      option: `${section}.deleteBody`,
      meaning: `What the body of a successful delete of ${what} holds.`,
      sees,
      hidden: NO_BODY,
    },
  ]
}

export const kvGaps: readonly Gap[] = [
  ...writeGaps('kv', 'a key', KEY),
  { option: 'kv.valueMissing', meaning: 'What a put without value does.', sees: KEY },
  {
    option: 'kv.ttlMissing',
    meaning: 'What a put without ttlSeconds does: it is refused, or gets this many seconds.',
    sees: KEY,
    hidden: 'below 60 every number comes to the same if the clamped one is echoed',
  },
  {
    option: 'kv.ttlInvalid',
    meaning: 'What a put with a ttlSeconds that is not an integer does.',
    sees: KEY,
  },
  {
    option: 'kv.ttlEcho',
    meaning: 'Whether the answer to a put below 60 seconds shows the clamped or the requested number.',
    sees: KEY,
  },
  {
    option: 'kv.readTtl',
    meaning: 'Whether reads show ttlSeconds as it was written or what remains of it.',
    sees: ['kv.writer', 'kv.reader', 'time.pass'],
  },
  {
    option: 'kv.createdAtOnUpsert',
    meaning: 'Whether a put on a live key keeps its createdAt.',
    sees: ['kv.writer', 'bearer', 'time.pass'],
  },
  {
    option: 'kv.createdAtPrecision',
    meaning: 'Whether createdAt has milliseconds.',
    sees: ['kv.writer', 'bearer'],
  },
  {
    option: 'kv.countMisses',
    meaning: 'Whether a read that finds no key counts as a read.',
    sees: ['kv.reader', 'bearer'],
  },
  {
    option: 'kv.countRefusedPuts',
    meaning: 'Whether a put that is refused for its body counts as a write.',
    sees: ['kv.writer', 'bearer'],
  },
  {
    option: 'kv.countMissingDeletes',
    meaning: 'Whether a delete of a missing key counts as a delete.',
    sees: ['kv.writer', 'bearer'],
  },
  {
    option: 'kv.storageOf',
    meaning: 'Whether storageBytes counts keys and values, or values alone.',
    sees: ['kv.writer', 'bearer'],
  },
  {
    option: 'kv.expiredStorage',
    meaning: 'Whether expired entries that nothing has met yet occupy storage.',
    sees: ['kv.writer', 'bearer', 'time.pass'],
  },
  ...['reads', 'writes', 'lists', 'storageBytes'].map(
    (name): Gap => ({
      option: `kv.defaultLimits.${name}`,
      meaning: `The limit of ${name} that a namespace has if nobody set one.`,
      sees: ['kv.default'],
    }),
  ),
  {
    option: 'kv.listWithScopedKey',
    meaning: 'How listing the keys with a scoped key is answered.',
    sees: ['kv.reader'],
  },
  {
    option: 'kv.quotaRetryAfter',
    meaning: 'Whether a 429 for a monthly quota carries Retry-After.',
    sees: ['limited'],
  },
  {
    option: 'kv.invalidStatus',
    meaning: 'The status of a put whose body is malformed or invalid.',
    sees: KEY,
  },
  {
    option: 'kv.checkOrder',
    meaning: 'Whether an invalid put is refused for that, or for a quota that is used up.',
    sees: ['limited'],
  },
]

export const configGaps: readonly Gap[] = writeGaps('config', 'a config entry', STORE_KEY)

export const limitAndHttpGaps: readonly Gap[] = [
  {
    option: 'limits.keyStatus',
    meaning: 'The status for a key that is too long or has characters that keys may not have.',
    sees: ['kv.writer'],
    hidden: 'every key that a careful client tries is taken',
  },
  {
    option: 'limits.keyCharacters',
    meaning: 'The characters that keys may have.',
    sees: ['kv.reader'],
    hidden: 'every character of ASCII is taken',
  },
  {
    option: 'limits.keyBytes',
    meaning: 'The longest key, in bytes of UTF-8.',
    sees: ['kv.reader'],
    hidden: 'it is above 2,048, or there is none: a careful client tries no longer key',
  },
  {
    option: 'limits.bodyBytes',
    meaning: 'The longest request body, in bytes.',
    sees: ['kv.writer'],
    hidden: 'it is above 65,536, or there is none: a careful client sends no more',
  },
  {
    option: 'limits.valueBytes',
    meaning: 'The longest value, in bytes of its JSON text.',
    sees: ['kv.writer'],
    hidden: 'it is above 65,000 or above what a body holds, or there is none: a careful client sends no more',
  },
  {
    option: 'http.notShown',
    meaning: 'How a method or path that the contract does not show is answered.',
    sees: ['kv.reader'],
  },
  {
    option: 'http.contentType',
    meaning: 'Whether request bodies must be sent as JSON.',
    sees: ['kv.writer'],
  },
  { option: 'http.charset', meaning: 'Whether the Content-Type of answers names a charset.', sees: ['kv'] },
]
