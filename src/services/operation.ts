import { type OperationIdOf, operations, type ServiceName } from '../contract/operations.js'
import type { ServedOperation, ServiceOperation } from '../request/call.js'
import type { WireOperation } from '../request/service.js'
export type OperationsOf<Name extends ServiceName> = Readonly<Record<OperationIdOf<Name>, ServiceOperation>>

/** The wire form of each operation of one service: the compiler asks for one for each row. */
export type WiresOf<Name extends ServiceName> = Readonly<Record<OperationIdOf<Name>, WireOperation>>

/** The rows of a service of the contract, each with what runs it. */
export const served = <Name extends ServiceName>(
  name: Name,
  runners: OperationsOf<Name>,
): readonly ServedOperation[] =>
  operations.flatMap((row) =>
    row.service === name ? [{ ...row, ...runners[row.id as OperationIdOf<Name>] }] : [],
  )
