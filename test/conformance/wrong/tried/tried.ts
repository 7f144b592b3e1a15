import {
  type Changeable,
  changed,
  groupOf,
  type Is,
  isEntry,
  isKv,
  keyIn,
  successes,
  type Wrong,
} from '../wrong.js'

/** A wrong service that no statement was written for, and which part of the judge sees that it is wrong. */
export interface Tried extends Pick<Wrong, 'what' | 'make'> {
  readonly seenBy: 'both' | 'statements' | 'walk' | 'nobody'
}

/** Services by who sees that they are wrong, each with what is wrong with it. */
type TriedTable = Readonly<Partial<Record<Tried['seenBy'], Readonly<Record<string, Wrong['make']>>>>>

export const triedOf = (table: TriedTable): readonly Tried[] =>
  (['statements', 'walk', 'both', 'nobody'] as const).flatMap((seenBy) =>
    Object.entries(table[seenBy] ?? {}).map(([what, make]) => ({ what, make, seenBy })),
  )

export const isPut: Is = ({ method }) => method === 'PUT'
export const isGet: Is = (request) => request.method === 'GET' && isEntry(request)

export const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Values are shown as others, in reads and lists. */
export const showing = (change: (value: unknown) => unknown): Wrong['make'] =>
  successes(
    ({ method }) => method === 'GET',
    (body) => {
      if (Object(body).value !== undefined) body.value = change(body.value)
    },
  )

/** A value with all its texts changed. */
export const texts =
  (change: (text: string) => string) =>
  (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(texts(change))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, texts(change)(inner)]))
  }

/** The entries of key lists, left out or changed. */
export const listing = (
  change: (keys: Record<string, unknown>[], now: number) => Record<string, unknown>[],
): Wrong['make'] => {
  return ({ send, time }) =>
    changed(send, async ({ status, body }, { method, url }) => {
      if (status === 200 && Array.isArray(body?.keys) && method === 'GET' && url.includes('/v1/kv/'))
        body.keys = change(body.keys, (await time?.now()) ?? 0)
    })
}

/** Entries of the key-value store can be read until an instant after their expiry. */
export function outliving(until: (expiresAt: number) => number): Wrong['make'] {
  return ({ send, time }) => {
    const known = new Map<string, Changeable['body']>()
    return changed(send, async (answer, request) => {
      if (!isKv(request) || !isEntry(request)) return
      if (request.method === 'DELETE' && answer.status < 300) known.delete(request.url)
      if (request.method === 'PUT' && answer.status < 300)
        known.set(request.url, { ...answer.body, value: JSON.parse(request.body ?? '{}').value })
      const before = known.get(request.url)
      if (request.method !== 'GET' || answer.status !== 404 || before === undefined) return
      if (((await time?.now()) ?? 0) < until(before.expiresAt))
        Object.assign(answer, { status: 200, body: before })
    })
  }
}

/** A successful answer is given again to like requests for a time, ms. `sameFor` names what is taken for like. */
export function caching(is: Is, ms: number, sameFor: (request: Parameters<Is>[0]) => string): Wrong['make'] {
  return ({ send, time }) => {
    const known = new Map<string, { at: number; body: unknown }>()
    return changed(send, async (answer, request) => {
      if (!is(request) || answer.status !== 200) return
      const now = (await time?.now()) ?? 0
      const before = known.get(sameFor(request))
      if (before !== undefined && now - before.at < ms) answer.body = before.body
      else known.set(sameFor(request), { at: now, body: structuredClone(answer.body) })
    })
  }
}

/** A delete takes further entries along, of those that were put. */
export function deletingMore(isToo: (deleted: string, other: string) => boolean): Wrong['make'] {
  return ({ send }) => {
    const put = new Set<string>()
    return async (request) => {
      const answer = await send(request)
      if (answer.status >= 300 || !isEntry(request)) return answer
      if (request.method === 'PUT') put.add(request.url)
      if (request.method !== 'DELETE') return answer
      for (const url of put) {
        const isOfGroup = groupOf(request) === groupOf({ ...request, url })
        if (isOfGroup && isToo(keyIn(request), keyIn({ ...request, url }))) await send({ ...request, url })
      }
      return answer
    }
  }
}
