import { type OperationIdOf, operations, type ServiceName } from '../contract/operations.js'
import type { ServedOperation, ServiceOperation } from '../request/call.js'
import type { WireOperation } from '../request/service.js'
export type OperationsOf<Name extends ServiceName> = Readonly<Record<OperationIdOf<Name>, ServiceOperation>>

/** Requires one wire form for each operation of a service. */
export type WiresOf<Name extends ServiceName> = Readonly<Record<OperationIdOf<Name>, WireOperation>>

/** Joins a service's operations with the functions that run them. */
export const served = <Name extends ServiceName>(
  name: Name,
  runners: OperationsOf<Name>,
): readonly ServedOperation[] =>
  operations.flatMap((row) =>
    row.service === name ? [{ ...row, ...runners[row.id as OperationIdOf<Name>] }] : [],
  )
