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
import { caching, isGet, isPut, listing, outliving, triedOf } from './tried.js'

/** Wrong services that a review tried, beside those of the other files. */
export const FOUND = triedOf({
  statements: {
    'a negative TTL is refused': refusing((request) => isPut(request) && sent(request).ttlSeconds < 0, 400),
    'a TTL of 0 never ends': ttlOf((ttl) => (ttl === 0 ? 400 * 86_400 : ttl)),
    'key lists are stale for 5 s': caching(isList, 5000, groupOf),
    'the first call of a month is held to the old counters': lateMonth,
    'the usage report needs quota for lists': reportsAreLists,
    'config objects are merged': merging,
    'a write key reads config entries': mistaking((request, { store }) =>
      isGet(request)
        ? withCredential(request, 'x-kv-key', store?.keys.write ?? '', store?.keys.admin ?? '')
        : request,
    ),
    'a limit ends where its digits end': mistaking((request) => ({
      ...request,
      url: request.url.replace(/(limit=\d+)[^&\d]+/, '$1'),
    })),
    'a message is a list': changing((answer) => {
      if (answer.status >= 400 && answer.body?.ok === undefined) answer.body.message = ['no']
    }),
  },
  both: {
    'entries expire on a whole second': outliving((expiresAt) => Math.ceil(expiresAt / 1000) * 1000),
    'a sweeper removes what expired once a minute': outliving((at) => Math.ceil(at / 60_000) * 60_000),
    'an upsert never shortens a life': neverShortening,
    'expiresAtIso lacks .000': listing((keys) =>
      keys.map((key) => ({ ...key, expiresAtIso: `${key.expiresAtIso}`.replace('.000Z', 'Z') })),
    ),
    'null is not there': changing((answer, request) => {
      if (isGet(request) && answer.body?.value === null) answer.status = 404
    }),
    'reads are stale for a minute': staleReads,
    'config lists are stale for 5 s': caching(isConfigList, 5000, groupOf),
    'the list shows at most a day as ttlSeconds': listing((keys) =>
      keys.map((key) => ({ ...key, ttlSeconds: Math.min(Number(key.ttlSeconds), 86_400) })),
    ),
    'milliseconds of a TTL have 32 bits': ttlOf((ttl) => Math.trunc(((ttl * 1000) | 0) / 1000)),
    'counters have windows of 30 days': reporting(({ monthKey, usage }, before, now, ago) => {
      if (before === undefined || before.monthKey === monthKey || window(now) !== window(ago)) return
      for (const name of ['reads', 'writes', 'deletes', 'lists'])
        usage[name] = (usage[name] ?? 0) + (before.usage[name] ?? 0)
    }),
    'the year of monthKey is that of the week': reporting((report, _before, now) => {
      report.monthKey = `${weekYear(now)}${report.monthKey.slice(4)}`
    }),
    'monthKey is one report late': reporting((report, before) => {
      report.monthKey = before?.monthKey ?? report.monthKey
    }),
    'limits show what is left': reporting(({ limits, usage }) => {
      for (const name of Object.keys(limits)) limits[name] = (limits[name] ?? 0) - (usage[name] ?? 0)
    }),
    'there is no usage report before the first call': changing((answer, request) => {
      const used = isUsage(request) && answer.status === 200 ? Object.values(answer.body.usage) : [1]
      if (used.every((count) => count === 0)) answer.status = 404
    }),
    'an upsert of the same value is no write': miscounting(sameAgain(), { writes: -1 }),
    'config values that are false, 0 or empty are refused': answering(
      (request) => isConfigPut(request) && [false, 0, ''].includes(sent(request).value),
      400,
    ),
    'a refused config put deletes the entry': refusedPutDeletes,
    'the same config value keeps updatedAt': sameValueKeepsTime,
    'a read moves updatedAt': readMovesTime,
    'an empty content is none': successes(isDocuments, (record) => {
      if (record?.content === '') delete record.content
    }),
    'one document comes without its content': successes(
      ({ url }) => /documents\/\d+$/.test(url),
      (record) => {
        delete record.content
      },
    ),
    'pages behind the first have no x-next': changing((answer, request) => {
      if (isDocuments(request) && request.url.includes('next=')) answer.dropHeader('x-next')
    }),
    'a token that is not valid gets 403': changing((answer, { headers }) => {
      if ('authorization' in headers && answer.status === 401) answer.status = 403
    }),
  },
  walk: {
    'a put over an expired key keeps createdAt': oldCreation,
  },
})
