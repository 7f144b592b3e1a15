import type { EmulatorClient, WorldClient } from '../../../src/client/emulator-client.js'
import type { Explored } from '../../../src/explore/options.js'
import type { Issuer } from './issuer.js'
import { type Means, NAMES, type Name, type Variant } from './program.js'

/** Runs the parties of a variant, and tells what each resolved with. */
export type RunParties = (world: WorldClient, signal: AbortSignal) => Promise<readonly unknown[]>

/** A variant as `explore` takes it. */
export const explored =
  ({ prepare, outcome }: Variant, issuer: Issuer, runParties: RunParties): Explored<unknown> =>
  async (world, { signal }) => {
    issuer.reset()
    await prepare?.(world)
    return outcome(world, await runParties(world, signal))
  }

/** All parties in this process, by the fetch of the world. Each request says its party: on a busy machine some come late. */
export const inOneProcess =
  ({ party }: Variant, issuer: Issuer): RunParties =>
  (world) =>
    Promise.all(
      NAMES.map((name: Name) => party(meansOf(world, issuer, { baggage: `emulator-party=${name}` }), name)),
    )

const meansOf = (world: EmulatorClient, issuer: Issuer, said: Readonly<Record<string, string>>): Means => ({
  async send(method, path, own, body) {
    const headers = { ...own, ...said }
    const response = await world.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) })
    const next = response.headers.get('x-next') ?? undefined
    return { status: response.status, body: await response.json(), next }
  },
  refresh: async (grant) => issuer.refresh(grant),
})
