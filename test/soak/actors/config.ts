import { type Actor, STORE, STORE_KEY } from '../load.js'

const KEYS = 50

/** Writes, reads, lists and deletes the entries of a store that no other actor writes to. */
export const configActor: Actor = async ({ caller, random, isOver }) => {
  const chances = random('config')
  const written = new Map<string, number>()
  const headers = STORE_KEY
  for (let value = 1; !isOver(); value++) {
    const key = `k${chances.integer(KEYS)}`
    const path = `/v1/ec/${STORE}/${key}`
    const choice = chances.integer(10)
    if (choice < 4) {
      const { status } = await caller.ask({ method: 'PUT', path, headers, body: { value } }, 200)
      if (status === 200) written.set(key, value)
    } else if (choice < 7) {
      const { json } = await caller.ask({ path, headers }, written.has(key) ? 200 : 404)
      const read = (json as { value?: number }).value
      if (read !== written.get(key))
        caller.problem(`${path} holds ${written.get(key)}, and was read as ${read}`)
    } else if (choice < 9) {
      await caller.ask({ method: 'DELETE', path, headers }, written.has(key) ? 200 : 404)
      written.delete(key)
    } else {
      const { json } = await caller.ask({ path: `/v1/ec/${STORE}`, headers }, 200)
      const { configs } = json as { configs: { key: string; value: number }[] }
      const isSame =
        configs.length === written.size && configs.every((one) => written.get(one.key) === one.value)
      if (!isSame) caller.problem(`${STORE} lists ${JSON.stringify(configs)}`)
    }
  }
}
