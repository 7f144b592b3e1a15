import type { FaultObject } from '../domain/faults/fault-object.js'
import type { AdminInterface } from './admin-client.js'
import { at } from './admin-client.js'
import type { InstalledFault } from './answers.js'

/**
 * @example
 * const outage: FaultInput = { match: { operation: 'kv.*' }, status: 503, from: '+10m', until: '+15m' }
 */
export interface FaultInput extends Omit<FaultObject, 'matches' | 'hits'> {}

export type FaultReference = string | { readonly id: string }

/**
 * See docs/faults.md.
 *
 * @example
 * const fault = await emulator.faults.add({ match: { operation: 'kv.put' }, connection: 'reset', effect: 'after' })
 * await emulator.faults.remove(fault)
 */
export interface FaultsClient {
  /** Adds all of these faults, or none if one is invalid. Replaces existing ones with the same ids. */
  add(faults: readonly FaultInput[]): Promise<InstalledFault[]>
  /** Replaces a fault with the same id. @throws EmulatorError `invalid_request` with `problems` */
  // This overload comes last because the compiler shows errors for the last one.
  add(fault: FaultInput): Promise<InstalledFault>
  /** In the order in which they're matched. */
  list(): Promise<InstalledFault[]>
  get(fault: FaultReference): Promise<InstalledFault>
  /** Lists the faults added by this client that haven't fired yet, except those with `optional: true`. */
  unfired(): Promise<InstalledFault[]>
  enable(fault: FaultReference): Promise<InstalledFault>
  /** The fault keeps its position in the list. */
  disable(fault: FaultReference): Promise<InstalledFault>
  remove(fault: FaultReference): Promise<void>
  clear(): Promise<void>
}

export function faultsClient(admin: AdminInterface): FaultsClient {
  const pathOf = (fault: FaultReference) => at`/faults/${typeof fault === 'string' ? fault : fault.id}`
  const added = new Set<string>()
  const set = async (fault: FaultReference, enabled: boolean): Promise<InstalledFault> =>
    admin.send('PATCH', pathOf(fault), { enabled })

  function add(faults: readonly FaultInput[]): Promise<InstalledFault[]>
  function add(fault: FaultInput): Promise<InstalledFault>
  async function add(given: FaultInput | readonly FaultInput[]): Promise<InstalledFault | InstalledFault[]> {
    if (!isList(given)) {
      const fault = await admin.send<InstalledFault>('POST', '/faults', given)
      added.add(fault.id)
      return fault
    }
    const { faults } = await admin.send<{ faults: InstalledFault[] }>('POST', '/faults', given)
    for (const { id } of faults) added.add(id)
    return faults
  }

  const list = (): Promise<InstalledFault[]> => admin.list('faults', '/faults')
  return {
    add,
    list,
    async unfired() {
      if (added.size === 0) return []
      const idle = (await list()).filter(
        ({ id, hits, optional }) => added.has(id) && hits === 0 && optional !== true,
      )
      // Also check the journal, because restoring a snapshot resets `hits`.
      const met = await Promise.all(
        idle.map(({ id }) => admin.list('requests', '/requests', { fault: id, limit: 1 })),
      )
      return idle.filter((_, index) => met[index]?.length === 0)
    },
    get: async (fault) => admin.get(pathOf(fault)),
    enable: (fault) => set(fault, true),
    disable: (fault) => set(fault, false),
    remove: async (fault) => admin.delete(pathOf(fault)),
    clear: () => admin.delete('/faults'),
  }
}

const isList = (given: FaultInput | readonly FaultInput[]): given is readonly FaultInput[] =>
  Array.isArray(given)
