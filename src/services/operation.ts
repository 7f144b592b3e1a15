import type { OperationIdOf, ServiceName } from '../contract/operations.js'
import type { RefusalCode } from '../core/refusal.js'
import type { DecisionFacts } from '../domain/decision-facts.js'
import type { Gaps } from '../domain/profile/gaps.js'
import type { OperationCall, RequestContext } from '../request/context.js'
import type { Reply } from '../request/message.js'

/** How an operation is run and explained. Its address, credential and counter are its row in contract/operations.ts. */
export interface ServiceOperation {
  /**
   * Answers a request. It is synchronous, so no other request comes between a check and the write.
   *
   * @throws Refusal
   */
  readonly run: (call: OperationCall) => Reply
  /** What is checked after the credential and the quota, in this order. */
  readonly gates: readonly Gate[]
  /** A success without data as JSON text: the body of a fault that answers with a status of success. */
  readonly emptySuccess: (named: NamedInRequest, gaps: Gaps) => string
}

/** What a request names, and its virtual time in ms. */
export type NamedInRequest = Pick<RequestContext, 'resource' | 'key' | 'now'>

/** The operations of one service: the compiler asks for one for each row. */
export type OperationsOf<Name extends ServiceName> = Readonly<Record<OperationIdOf<Name>, ServiceOperation>>

/** A check that a request passes or is refused at, as the explanation of GET /_admin/requests/{id} shows it. */
export interface Gate {
  readonly name: string
  /** The refusals of this gate. */
  readonly codes: readonly RefusalCode[]
  /** The numbers that decided it. */
  readonly numbers?: (decision: DecisionFacts) => Readonly<Record<string, number | undefined>>
}

/** The gate of the body, the parameters and the key. */
export const REQUEST: Gate = {
  name: 'request valid',
  codes: [
    'body_malformed',
    'body_invalid',
    'parameter_invalid',
    'record_id_invalid',
    'too_large',
    'key_refused',
    'media_type_unsupported',
  ],
}
