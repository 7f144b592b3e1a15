import { changed, changing, isConfig, isEntry, wrongOf } from './wrong.js'

const YEAR_MS = 365 * 86_400_000

export const wrongConfig = wrongOf({
  'config.no-expiry': {
    'an entry expires after a year': (subject) =>
      changed(subject.send, async (answer, request) => {
        if (request.method !== 'GET' || answer.status !== 200 || !isEntry(request)) return
        const age = ((await subject.time?.now()) ?? 0) - Date.parse(answer.body.updatedAt)
        if (age > YEAR_MS) answer.status = 404
      }),
  },
  'config.updated-at.form': {
    'updatedAt has no milliseconds': changing((answer) => {
      if (answer.body?.updatedAt !== undefined)
        answer.body.updatedAt = answer.body.updatedAt.replace(/\.\d+/, '')
    }),
  },
  'config.put.refreshes-updated-at': {
    'updatedAt stays at the first write': ({ send }) => {
      let first: string | undefined
      return changed(send, (answer) => {
        if (answer.body?.updatedAt === undefined) return
        first ??= answer.body.updatedAt
        answer.body.updatedAt = first
      })
    },
  },
  'config.value.missing': {
    'a put without value is accepted': changing((answer, { method }) => {
      if (method === 'PUT' && answer.status === 400) answer.status = 200
    }),
  },
  'config.value.invalid': {
    'null is a value': changing((answer, { body }) => {
      if (body?.includes('null') === true) answer.status = 200
    }),
  },
  'config.list.its-own': {
    'the list leaves the last entry out': changing((answer) => {
      answer.body?.configs?.pop()
    }),
  },
  'config.list.answer': {
    'the list has no values': changing((answer) => {
      for (const entry of answer.body?.configs ?? []) delete entry.value
    }),
  },
  'config.store.missing': {
    'a missing store has an empty list': changing((answer, request) => {
      if (isConfig(request) && !isEntry(request) && answer.status === 404) answer.status = 200
    }),
  },
})
