import type { ContractInfo, OperationInfo } from '../../src/admin/calls/contract.js'
import { operations } from '../../src/contract/operations.js'
import { run } from '../api.js'
import { useLive } from '../live.js'

const contracted: ReadonlySet<string> = new Set(operations.map(({ id }) => id))

/** The operations of services that a user described; empty until they are known. */
export function useOwnOperations(): readonly OperationInfo[] {
  const load = async () => (await run.get<ContractInfo>('/contract')).operations
  // They are the same as long as the emulator runs.
  const { data = [] } = useLive('the operations', load, { on: [] })
  return data.filter(({ id }) => !contracted.has(id))
}
