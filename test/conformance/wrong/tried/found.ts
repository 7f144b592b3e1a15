import {
  answering,
  changing,
  groupOf,
  isDocuments,
  isList,
  isUsage,
  miscounting,
  mistaking,
  refusing,
  sent,
  successes,
  withCredential,
} from '../wrong.js'
import {
  isConfigList,
  isConfigPut,
  lateMonth,
  merging,
  neverShortening,
  oldCreation,
  readMovesTime,
  refusedPutDeletes,
  reporting,
  reportsAreLists,
  sameAgain,
  sameValueKeepsTime,
  staleReads,
  ttlOf,
  weekYear,
  window,
} from './found-services.js'
import { caching, isGet, isPut, listing, outliving, type Row, triedOf } from './tried.js'

/** Wrong services that a review tried, beside those of the other files. */
const ROWS: readonly Row[] = [
  [
    'a negative TTL is refused',
    refusing((request) => isPut(request) && sent(request).ttlSeconds < 0, 400),
    'statements',
  ],
  ['a TTL of 0 never ends', ttlOf((ttl) => (ttl === 0 ? 400 * 86_400 : ttl)), 'statements'],
  ['entries expire on a whole second', outliving((expiresAt) => Math.ceil(expiresAt / 1000) * 1000), 'both'],
  [
    'a sweeper removes what expired once a minute',
    outliving((at) => Math.ceil(at / 60_000) * 60_000),
    'both',
  ],
  ['an upsert never shortens a life', neverShortening, 'both'],
  [
    'expiresAtIso lacks .000',
    listing((keys) =>
      keys.map((key) => ({ ...key, expiresAtIso: `${key.expiresAtIso}`.replace('.000Z', 'Z') })),
    ),
    'both',
  ],
  ['a put over an expired key keeps createdAt', oldCreation, 'walk'],
  [
    'null is not there',
    changing((answer, request) => {
      if (isGet(request) && answer.body?.value === null) answer.status = 404
    }),
    'both',
  ],
  ['reads are stale for a minute', staleReads, 'both'],
  ['key lists are stale for 5 s', caching(isList, 5000, groupOf), 'statements'],
  ['config lists are stale for 5 s', caching(isConfigList, 5000, groupOf), 'both'],
  [
    'the list shows at most a day as ttlSeconds',
    listing((keys) => keys.map((key) => ({ ...key, ttlSeconds: Math.min(Number(key.ttlSeconds), 86_400) }))),
    'both',
  ],
  ['milliseconds of a TTL have 32 bits', ttlOf((ttl) => Math.trunc(((ttl * 1000) | 0) / 1000)), 'both'],
  [
    'counters have windows of 30 days',
    reporting(({ monthKey, usage }, before, now, ago) => {
      if (before === undefined || before.monthKey === monthKey || window(now) !== window(ago)) return
      for (const name of ['reads', 'writes', 'deletes', 'lists'])
        usage[name] = (usage[name] ?? 0) + (before.usage[name] ?? 0)
    }),
    'both',
  ],
  ['the first call of a month is held to the old counters', lateMonth, 'statements'],
  [
    'the year of monthKey is that of the week',
    reporting((report, _before, now) => {
      report.monthKey = `${weekYear(now)}${report.monthKey.slice(4)}`
    }),
    'both',
  ],
  [
    'monthKey is one report late',
    reporting((report, before) => {
      report.monthKey = before?.monthKey ?? report.monthKey
    }),
    'both',
  ],
  [
    'limits show what is left',
    reporting(({ limits, usage }) => {
      for (const name of Object.keys(limits)) limits[name] = (limits[name] ?? 0) - (usage[name] ?? 0)
    }),
    'both',
  ],
  [
    'there is no usage report before the first call',
    changing((answer, request) => {
      const used = isUsage(request) && answer.status === 200 ? Object.values(answer.body.usage) : [1]
      if (used.every((count) => count === 0)) answer.status = 404
    }),
    'both',
  ],
  ['the usage report needs quota for lists', reportsAreLists, 'statements'],
  ['an upsert of the same value is no write', miscounting(sameAgain(), { writes: -1 }), 'both'],
  [
    'config values that are false, 0 or empty are refused',
    answering((request) => isConfigPut(request) && [false, 0, ''].includes(sent(request).value), 400),
    'both',
  ],
  ['a refused config put deletes the entry', refusedPutDeletes, 'both'],
  ['the same config value keeps updatedAt', sameValueKeepsTime, 'both'],
  ['a read moves updatedAt', readMovesTime, 'both'],
  ['config objects are merged', merging, 'statements'],
  [
    'a write key reads config entries',
    mistaking((request, { store }) =>
      isGet(request)
        ? withCredential(request, 'x-kv-key', store?.keys.write ?? '', store?.keys.admin ?? '')
        : request,
    ),
    'statements',
  ],
  [
    'an empty content is none',
    successes(isDocuments, (record) => {
      if (record?.content === '') delete record.content
    }),
    'both',
  ],
  [
    'one document comes without its content',
    successes(
      ({ url }) => /documents\/\d+$/.test(url),
      (record) => {
        delete record.content
      },
    ),
    'both',
  ],
  [
    'a limit ends where its digits end',
    mistaking((request) => ({ ...request, url: request.url.replace(/(limit=\d+)[^&\d]+/, '$1') })),
    'statements',
  ],
  [
    'a message is a list',
    changing((answer) => {
      if (answer.status >= 400 && answer.body?.ok === undefined) answer.body.message = ['no']
    }),
    'statements',
  ],
  [
    'pages behind the first have no x-next',
    changing((answer, request) => {
      if (isDocuments(request) && request.url.includes('next=')) answer.dropHeader('x-next')
    }),
    'both',
  ],
  [
    'a token that is not valid gets 403',
    changing((answer, { headers }) => {
      if ('authorization' in headers && answer.status === 401) answer.status = 403
    }),
    'both',
  ],
]

export const FOUND = triedOf(ROWS)
