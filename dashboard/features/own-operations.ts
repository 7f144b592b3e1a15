import type { ContractInfo, OperationInfo } from '../../src/admin/calls/contract.js'
import { operations } from '../../src/contract/operations.js'
import { run } from '../api.js'
import { useLive } from '../live.js'

const contracted: ReadonlySet<string> = new Set(operations.map(({ id }) => id))

/** The operations of the user's own services. Empty until they're loaded. */
export function useOwnOperations(): readonly OperationInfo[] {
  const load = async () => (await run.get<ContractInfo>('/contract')).operations
  // They don't change while the emulator is running.
  const { data = [] } = useLive('the operations', load, { on: [] })
  return data.filter(({ id }) => !contracted.has(id))
}
