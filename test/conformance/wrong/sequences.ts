import type { ClientRequest } from '../../../conformance/http-client.js'
import type { SubjectSource } from '../../../conformance/subject.js'
import { type Changeable, changed, groupOf, isConfig, isEntry, isKv, isUsage, type Wrong } from './wrong.js'

/** Returns a letter for a call on a group of entries, in lower case if it was refused or found nothing. */
function letterOf({ method, url }: ClientRequest, { status }: Changeable): string {
  const isRefused = status >= 400
  const what = isUsage({ method, url, headers: {} })
    ? 'U'
    : !isEntry({ method, url, headers: {} })
      ? 'L'
      : { PUT: 'P', GET: 'G', DELETE: 'D' }[method]
  return isRefused ? (what ?? '').toLowerCase() : (what ?? '')
}

type Effect = (answer: Changeable) => void

const succeeding =
  (change: (body: Changeable['body']) => void): Effect =>
  (answer) => {
    if (answer.status === 200 || answer.status === 201) change(answer.body)
  }

const EFFECTS = {
  'the value is wrong': succeeding((body) => {
    if (body.value !== undefined) body.value = [body.value]
  }),
  'the value is null': succeeding((body) => {
    if (body.value !== undefined) body.value = null
  }),
  'expiresAt is 1 ms late': succeeding((body) => {
    if (body.expiresAt !== undefined) body.expiresAt += 1
  }),
  'updatedAt is a second late': succeeding((body) => {
    if (body.updatedAt !== undefined)
      body.updatedAt = new Date(Date.parse(body.updatedAt) + 1000).toISOString()
  }),
  'the list lacks an entry': succeeding((body) => {
    body.keys?.pop()
    body.configs?.pop()
  }),
  'the list has an entry twice': succeeding((body) => {
    body.keys?.push(...body.keys.slice(-1))
    body.configs?.push(...body.configs.slice(-1))
  }),
  'an entry was created later': succeeding((body) => {
    for (const entry of body.keys ?? []) entry.createdAt = '2099-01-01T00:00:00.000Z'
  }),
  'reads are one more': counting('reads', 1),
  'writes are one less': counting('writes', -1),
  'deletes are one more': counting('deletes', 1),
  'lists are one more': counting('lists', 1),
  'storageBytes is one more': counting('storageBytes', 1),
  'the key is gone': (answer) => {
    if (answer.status === 200 && answer.body?.value !== undefined) answer.status = 404
  },
  'a refusal is a success': (answer) => {
    if (answer.status === 401) answer.status = 200
  },
} as const satisfies Readonly<Record<string, Effect>>

function counting(counter: string, by: number): Effect {
  return succeeding((body) => {
    if (body?.usage !== undefined) body.usage[counter] += by
  })
}

/** A source whose subjects go wrong after these calls. */
export const wrongAfter = (
  letters: string,
  effect: keyof typeof EFFECTS,
  source: SubjectSource,
): SubjectSource => ({
  async subjectFor(needs) {
    const subject = await source.subjectFor(needs)
    return { ...subject, send: afterCalls(letters, effect)(subject) }
  },
})

/** Goes wrong if the last calls on a group, including this one, spell these letters. */
function afterCalls(letters: string, effect: keyof typeof EFFECTS): Wrong['make'] {
  return ({ send }) => {
    const calls = new Map<string, string>()
    return changed(send, (answer, request) => {
      if (!isKv(request) && !isConfig(request) && !isUsage(request)) return
      const history = `${calls.get(groupOf(request)) ?? ''}${letterOf(request, answer)}`
      calls.set(groupOf(request), history)
      if (history.endsWith(letters)) EFFECTS[effect](answer)
    })
  }
}
