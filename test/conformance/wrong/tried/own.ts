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
import { caching, deletingMore, isGet, isPut, listing, showing, texts, triedOf } from './tried.js'

/** What values come to. */
const VALUES = triedOf({
  statements: {
    'texts of digits become numbers': showing(numeric),
    '{} becomes []': showing(asArray),
    'characters beyond the first plane are lost': showing(
      texts((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ),
    'texts end at NUL': showing(texts((text) => text.split('\0')[0] ?? '')),
    'members that are null are lost': showing(withoutNulls),
    'instants in texts are written in one way': showing(
      texts((text) => (isInstant(text) ? new Date(text).toISOString() : text)),
    ),
    'texts are cut at 255 characters': showing(texts((text) => text.slice(0, 255))),
    'fractions have 32 bits': showing(single),
    'true is 1': showing((value) => (value === true ? 1 : value)),
    'names of members lose their case': showing(lowerNames),
    'a list of one is its item': showing(unwrapped),
    'line ends are normalised': showing(texts((text) => text.replaceAll('\r\n', '\n'))),
    'texts are escaped for HTML': showing(texts(escaped)),
    'ten levels are the most': showing((value) => nested(value)),
  },
  both: {
    'the empty text becomes null': showing((value) => (value === '' ? null : value)),
  },
})

/** What lists and times come to. */
const LISTS = triedOf({
  both: {
    'a TTL is rounded up to minutes': mistaking((request) => {
      const { value, ttlSeconds } = sent(request)
      if (!both(isKv, isPut)(request) || !Number.isInteger(ttlSeconds) || ttlSeconds % 60 === 0)
        return request
      return { ...request, body: JSON.stringify({ value, ttlSeconds: Math.ceil(ttlSeconds / 60) * 60 }) }
    }),
    'a TTL above 30 days is an instant': memcached,
    'entries that expire at one instant are one in the list': listing(byExpiry),
    'the list after an upsert lacks its entry': forgetfulList,
  },
  statements: {
    'no entry lives beyond 2038': year2038,
    'the list lacks keys with a slash': listing((keys) => keys.filter(({ key }) => !`${key}`.includes('/'))),
    'the list shows keys percent-encoded': listing((keys) =>
      keys.map((key) => ({ ...key, key: encodeURIComponent(`${key.key}`) })),
    ),
    'the list of a store lacks what is false': changing((answer, request) => {
      if (isConfig(request) && Array.isArray(answer.body?.configs))
        answer.body.configs = answer.body.configs.filter(({ value }: { value: unknown }) => value !== false)
    }),
  },
  walk: {
    'the list lacks what is about to expire': listing((keys, now) =>
      keys.filter(({ expiresAt }) => Number(expiresAt) - now > 10_000),
    ),
    'a deleted config entry is back after an hour': resurrecting,
  },
})

const inKeys = (rename: (key: string) => string) => renaming(isEntry, rename)

const KEYS = triedOf({
  statements: {
    'an underscore in a delete is any character': deletingMore(
      (deleted, other) =>
        deleted.includes('_') &&
        new RegExp(`^${deleted.replace(/[^\w]/g, '\\$&').replaceAll('_', '.')}$`).test(other),
    ),
    'a delete takes all keys that begin so': deletingMore((deleted, other) => other.startsWith(deleted)),
    'in keys, accents are nothing': inKeys((key) => key.normalize('NFD').replace(/\p{M}/gu, '')),
    'in keys, a slash at the end is nothing': inKeys((key) => key.replace(/\/$/, '')),
    'in keys, slashes in a row are one': inKeys((key) => key.replace(/\/+/g, '/')),
    'a key ends at a question mark': inKeys((key) => key.split('?')[0] ?? ''),
    'a key ends at a semicolon': inKeys((key) => key.split(';')[0] ?? ''),
    'a key ends at a hash': inKeys((key) => key.split('#')[0] ?? ''),
    'in keys, a backslash is a slash': inKeys((key) => key.replaceAll('\\', '/')),
    'in keys, compatible characters are one': inKeys((key) => key.normalize('NFKC')),
    'in keys, characters without a width are nothing': inKeys((key) =>
      key.replace(/[\u200b-\u200d\ufeff]/g, ''),
    ),
  },
})

const CALLS = triedOf({
  statements: {
    'the case of an API key is nothing': keyedAs((key, known) => key.toLowerCase() === known.toLowerCase()),
    'an API key may go on': keyedAs((key, known) => key.startsWith(known)),
    'tokens never end': endless,
    'the same read again counts nothing': miscounting(readAgain(), { reads: -1 }),
    'quotas are those of the owner': quotaOfOwner,
    'each key has a cache of its own for a second': caching(
      both(isConfig, isGet),
      1000,
      (request) => `${keyOf(request)} ${request.url}`,
    ),
  },
  both: {
    'a missing entry is told before an insufficient scope': missingFirst(403),
    'a missing entry is told before an unknown key': missingFirst(401),
    'a month begins an hour early': ({ send, time }) =>
      changed(send, async (answer, request) => {
        if (!isUsage(request) || answer.status !== 200) return
        answer.body.monthKey = new Date(((await time?.now()) ?? 0) + 3_600_000).toISOString().slice(0, 7)
      }),
  },
  nobody: {
    'a put of more than 1 KB counts twice': miscounting(
      (seen) => isKv(seen) && isPut(seen) && seen.status < 300 && isLarge(seen),
      { writes: 1 },
    ),
  },
})

const RECORDS = triedOf({
  statements: {
    'texts of records are cut at 255 characters': recordTexts((text) => text.slice(0, 255)),
    'texts of records are escaped for HTML': recordTexts(escaped),
    'line ends in records are normalised': recordTexts((text) => text.replaceAll('\r\n', '\n')),
    'records lose characters beyond the first plane': recordTexts((text) =>
      text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
    ),
    'a document like another is that one': deduplicating,
  },
  both: {
    'a created document is found at the second try': lateDocument,
  },
})

/** Wrong services of which no statement was thought when they were written. */
export const OWN = [...VALUES, ...LISTS, ...KEYS, ...CALLS, ...RECORDS]
