import { expectSuccess } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import type { Session } from '../session.js'
import { byStatus, hidden, isSuccess, type KnownValues, type Observers, seen } from './observation.js'

/** The longest key to try, in bytes. Any practical limit is below this. */
const KEY_TRIED = 2048

/** Possible statuses for a refused key. */
const REFUSED = { 413: 413, 400: 400, 404: 404, 414: 414 } as const

const FIRST = 0x20
const LAST = 0x7e
const ASCII = Array.from({ length: LAST - FIRST + 1 }, (_, index) => String.fromCharCode(FIRST + index))

/** Number of characters to try in one key. */
const TOGETHER = 8

const BODY = { value: 1, ttlSeconds: 60 }

/**
 * Checks whether the service accepts a key. Reading it is enough and doesn't write anything. However, if the service
 * treats refused keys like missing ones, we have to put an entry.
 */
export async function isKeyTaken(session: Session, key: string, known: KnownValues): Promise<boolean> {
  const isHiddenByReads = known.get('limits.keyStatus') === 404
  const answer = await (isHiddenByReads ? session.kv.put(key, BODY) : session.kv.get(key))
  if (!isHiddenByReads && answer.status === 404) return true
  if (answer.status in REFUSED) return false
  expectSuccess(answer)
  return true
}

/** Returns a key of this many bytes that has the session's prefix. */
export const keyOf = (session: Session, bytes: number): string =>
  session.newKey().padStart(bytes, 'x').slice(-bytes)

/** A key that few services accept, and a long one. */
const unusual = (session: Session): readonly string[] => [`${session.newKey()}é ~`, keyOf(session, KEY_TRIED)]

export const keyObservers: Observers = {
  'limits.keyStatus': async (session) => {
    let answer: HttpExchange | undefined
    for (const key of unusual(session)) {
      answer = await session.kv.put(key, BODY)
      if (!isSuccess(answer)) return byStatus(answer, REFUSED)
    }
    return hidden('every key that a careful client tries is accepted')
  },
  'limits.keyCharacters': async (session, known) => {
    const taken: string[] = []
    const isTaken = (characters: readonly string[]) =>
      isKeyTaken(session, session.newKey() + characters.join(''), known)
    for (let from = 0; from < ASCII.length; from += TOGETHER) {
      const some = ASCII.slice(from, from + TOGETHER)
      if (await isTaken(some)) taken.push(...some)
      else for (const one of some) if (await isTaken([one])) taken.push(one)
    }
    if (taken.length === ASCII.length) return hidden('every ASCII character is accepted')
    if (taken.length === 0) return hidden('every key that was tried is refused')
    if (await isTaken(['é']))
      return hidden("characters beyond ASCII are accepted, and a client can't try all of them")
    return seen(classOf(taken))
  },
}

/** Formats sorted characters as a character class with ranges. A hyphen goes at the end. */
function classOf(characters: readonly string[]): string {
  const parts: string[] = []
  const others = characters.filter((character) => character !== '-')
  for (let from = 0; from < others.length; ) {
    const first = others[from] ?? ''
    let to = from
    while ((others[to + 1]?.charCodeAt(0) ?? 0) === (others[to]?.charCodeAt(0) ?? 0) + 1) to++
    const isRange = to - from > 1
    parts.push(isRange ? `${first}-${others[to]}` : others.slice(from, to + 1).join(''))
    from = to + 1
  }
  return parts.join('') + (others.length < characters.length ? '-' : '')
}
