import { type OperationIdOf, operations, type ServiceName } from '../contract/operations.js'
import type { ServedOperation, ServiceOperation } from '../request/call.js'
import type { WireOperation } from '../request/service.js'
export type OperationsOf<Name extends ServiceName> = Readonly<Record<OperationIdOf<Name>, ServiceOperation>>

/** Makes sure that every operation of a service has its wire format. */
export type WiresOf<Name extends ServiceName> = Readonly<Record<OperationIdOf<Name>, WireOperation>>

export const served = <Name extends ServiceName>(
  name: Name,
  runners: OperationsOf<Name>,
): readonly ServedOperation[] =>
  operations.flatMap((row) =>
    row.service === name ? [{ ...row, ...runners[row.id as OperationIdOf<Name>] }] : [],
  )
