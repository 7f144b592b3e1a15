import { type Actor, keyOf, namespaceOf } from '../load.js'

const KEYS = 20
const LIST_EVERY_MS = 60_000

/** Keeps writing the same keys of a namespace as they expire, and lists them once a virtual minute. */
export const sameKeysActor =
  (index: number): Actor =>
  async ({ caller, bearer, isOver }) => {
    const path = `/v1/kv/${namespaceOf(index)}`
    const headers = keyOf(index)
    const body = { value: 'same', ttlSeconds: 60 }
    let listedAt = 0
    for (let key = 0; !isOver(); key = (key + 1) % KEYS) {
      const { at } = await caller.ask({ method: 'PUT', path: `${path}/same${key}`, headers, body }, 200)
      if (at - listedAt < LIST_EVERY_MS) continue
      await caller.ask({ path, headers: { authorization: `Bearer ${bearer}` } }, 200)
      listedAt = at
    }
  }
