import { changed, changing, isConfig, isEntry, mistaking, type Wrong, withCredential } from './wrong.js'

const YEAR_MS = 365 * 86_400_000

/** Ways to be wrong about config entries. */
export const wrongConfig: readonly Wrong[] = [
  {
    what: 'an entry expires after a year',
    caughtBy: 'config.no-expiry',
    make: (subject) =>
      changed(subject.send, async (answer, request) => {
        if (request.method !== 'GET' || answer.status !== 200 || !isEntry(request)) return
        const age = ((await subject.time?.now()) ?? 0) - Date.parse(answer.body.updatedAt)
        if (age > YEAR_MS) answer.status = 404
      }),
  },
  {
    what: 'updatedAt has no milliseconds',
    caughtBy: 'config.updated-at.form',
    make: changing((answer) => {
      if (answer.body?.updatedAt !== undefined)
        answer.body.updatedAt = answer.body.updatedAt.replace(/\.\d+/, '')
    }),
  },
  {
    what: 'updatedAt stays at the first write',
    caughtBy: 'config.put.refreshes-updated-at',
    make({ send }) {
      let first: string | undefined
      return changed(send, (answer) => {
        if (answer.body?.updatedAt === undefined) return
        first ??= answer.body.updatedAt
        answer.body.updatedAt = first
      })
    },
  },
  {
    what: 'a put without value is taken',
    caughtBy: 'config.value.missing',
    make: changing((answer, { method }) => {
      if (method === 'PUT' && answer.status === 400) answer.status = 200
    }),
  },
  {
    what: 'null is a value',
    caughtBy: 'config.value.invalid',
    make: changing((answer, { body }) => {
      if (body?.includes('null') === true) answer.status = 200
    }),
  },
  {
    what: 'a key of another store is accepted',
    caughtBy: 'config.key.foreign.admin',
    make: mistaking((request, { store, foreignStore }) =>
      withCredential(request, 'x-kv-key', foreignStore?.keys.admin ?? '', store?.keys.admin ?? ''),
    ),
  },
  {
    what: 'the list leaves the last entry out',
    caughtBy: 'config.list.all',
    make: changing((answer) => {
      answer.body?.configs?.pop()
    }),
  },
  {
    what: 'the list has no values',
    caughtBy: 'config.list.answer',
    make: changing((answer) => {
      for (const entry of answer.body?.configs ?? []) delete entry.value
    }),
  },
  {
    what: 'a missing store has an empty list',
    caughtBy: 'config.store.missing',
    make: changing((answer, request) => {
      if (isConfig(request) && !isEntry(request) && answer.status === 404) answer.status = 200
    }),
  },
]
