import { renaming } from '../keys.js'
import {
  both,
  changed,
  changing,
  isConfig,
  isEntry,
  isKv,
  isUsage,
  keyOf,
  miscounting,
  mistaking,
  sent,
} from '../wrong.js'
import {
  asArray,
  byExpiry,
  deduplicating,
  endless,
  escaped,
  forgetfulList,
  isInstant,
  isLarge,
  keyedAs,
  lateDocument,
  lowerNames,
  memcached,
  missingFirst,
  nested,
  numeric,
  quotaOfOwner,
  readAgain,
  recordTexts,
  resurrecting,
  single,
  unwrapped,
  withoutNulls,
  year2038,
} from './own-services.js'
import { caching, deletingMore, isGet, isPut, listing, type Row, showing, texts, triedOf } from './tried.js'

/** What values come to. */
const VALUES: readonly Row[] = [
  ['texts of digits become numbers', showing(numeric), 'statements'],
  ['the empty text becomes null', showing((value) => (value === '' ? null : value)), 'both'],
  ['{} becomes []', showing(asArray), 'statements'],
  [
    'characters beyond the first plane are lost',
    showing(texts((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'))),
    'statements',
  ],
  ['texts end at NUL', showing(texts((text) => text.split('\0')[0] ?? '')), 'statements'],
  ['members that are null are lost', showing(withoutNulls), 'statements'],
  [
    'instants in texts are written in one way',
    showing(texts((text) => (isInstant(text) ? new Date(text).toISOString() : text))),
    'statements',
  ],
  ['texts are cut at 255 characters', showing(texts((text) => text.slice(0, 255))), 'statements'],
  ['fractions have 32 bits', showing(single), 'statements'],
  ['true is 1', showing((value) => (value === true ? 1 : value)), 'statements'],
  ['names of members lose their case', showing(lowerNames), 'statements'],
  ['a list of one is its item', showing(unwrapped), 'statements'],
  ['line ends are normalised', showing(texts((text) => text.replaceAll('\r\n', '\n'))), 'statements'],
  ['texts are escaped for HTML', showing(texts(escaped)), 'statements'],
  ['ten levels are the most', showing((value) => nested(value)), 'statements'],
]

/** What lists and times come to. */
const LISTS: readonly Row[] = [
  [
    'a TTL is rounded up to minutes',
    mistaking((request) => {
      const { value, ttlSeconds } = sent(request)
      if (!both(isKv, isPut)(request) || !Number.isInteger(ttlSeconds) || ttlSeconds % 60 === 0)
        return request
      return { ...request, body: JSON.stringify({ value, ttlSeconds: Math.ceil(ttlSeconds / 60) * 60 }) }
    }),
    'both',
  ],
  ['a TTL above 30 days is an instant', memcached, 'both'],
  ['no entry lives beyond 2038', year2038, 'statements'],
  ['entries that expire at one instant are one in the list', listing(byExpiry), 'both'],
  [
    'the list lacks keys with a slash',
    listing((keys) => keys.filter(({ key }) => !`${key}`.includes('/'))),
    'statements',
  ],
  [
    'the list shows keys percent-encoded',
    listing((keys) => keys.map((key) => ({ ...key, key: encodeURIComponent(`${key.key}`) }))),
    'statements',
  ],
  [
    'the list lacks what is about to expire',
    listing((keys, now) => keys.filter(({ expiresAt }) => Number(expiresAt) - now > 10_000)),
    'walk',
  ],
  ['the list after an upsert lacks its entry', forgetfulList, 'both'],
  [
    'the list of a store lacks what is false',
    changing((answer, request) => {
      if (isConfig(request) && Array.isArray(answer.body?.configs))
        answer.body.configs = answer.body.configs.filter(({ value }: { value: unknown }) => value !== false)
    }),
    'statements',
  ],
  ['a deleted config entry is back after an hour', resurrecting, 'walk'],
]

const KEYS: readonly Row[] = [
  [
    'an underscore in a delete is any character',
    deletingMore(
      (deleted, other) =>
        deleted.includes('_') &&
        new RegExp(`^${deleted.replace(/[^\w]/g, '\\$&').replaceAll('_', '.')}$`).test(other),
    ),
    'statements',
  ],
  [
    'a delete takes all keys that begin so',
    deletingMore((deleted, other) => other.startsWith(deleted)),
    'statements',
  ],
  ...(
    [
      ['accents are nothing', (key) => key.normalize('NFD').replace(/\p{M}/gu, '')],
      ['a slash at the end is nothing', (key) => key.replace(/\/$/, '')],
      ['slashes in a row are one', (key) => key.replace(/\/+/g, '/')],
      ['a key ends at a question mark', (key) => key.split('?')[0] ?? ''],
      ['a key ends at a semicolon', (key) => key.split(';')[0] ?? ''],
      ['a key ends at a hash', (key) => key.split('#')[0] ?? ''],
      ['a backslash is a slash', (key) => key.replaceAll('\\', '/')],
      ['compatible characters are one', (key) => key.normalize('NFKC')],
      ['characters without a width are nothing', (key) => key.replace(/[\u200b-\u200d\ufeff]/g, '')],
    ] as const satisfies readonly (readonly [string, (key: string) => string])[]
  ).map(([what, rename]): Row => [`in keys, ${what}`, renaming(isEntry, rename), 'statements']),
]

const CALLS: readonly Row[] = [
  [
    'the case of an API key is nothing',
    keyedAs((key, known) => key.toLowerCase() === known.toLowerCase()),
    'statements',
  ],
  ['an API key may go on', keyedAs((key, known) => key.startsWith(known)), 'statements'],
  ['a missing entry is told before an insufficient scope', missingFirst(403), 'both'],
  ['a missing entry is told before an unknown key', missingFirst(401), 'both'],
  ['tokens never end', endless, 'statements'],
  [
    'a put of more than 1 KB counts twice',
    miscounting((seen) => isKv(seen) && isPut(seen) && seen.status < 300 && isLarge(seen), { writes: 1 }),
    'nobody',
  ],
  ['the same read again counts nothing', miscounting(readAgain(), { reads: -1 }), 'statements'],
  [
    'a month begins an hour early',
    ({ send, time }) =>
      changed(send, async (answer, request) => {
        if (!isUsage(request) || answer.status !== 200) return
        answer.body.monthKey = new Date(((await time?.now()) ?? 0) + 3_600_000).toISOString().slice(0, 7)
      }),
    'both',
  ],
  ['quotas are those of the owner', quotaOfOwner, 'statements'],
  [
    'each key has a cache of its own for a second',
    caching(both(isConfig, isGet), 1000, (request) => `${keyOf(request)} ${request.url}`),
    'statements',
  ],
]

const RECORDS: readonly Row[] = [
  ['texts of records are cut at 255 characters', recordTexts((text) => text.slice(0, 255)), 'statements'],
  ['texts of records are escaped for HTML', recordTexts(escaped), 'statements'],
  ['line ends in records are normalised', recordTexts((text) => text.replaceAll('\r\n', '\n')), 'statements'],
  [
    'records lose characters beyond the first plane',
    recordTexts((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    'statements',
  ],
  ['a document like another is that one', deduplicating, 'statements'],
  ['a created document is found at the second try', lateDocument, 'both'],
]

/** Wrong services of which no statement was thought when they were written. */
export const OWN = triedOf([...VALUES, ...LISTS, ...KEYS, ...CALLS, ...RECORDS])
