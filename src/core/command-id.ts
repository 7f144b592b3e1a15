/** Used in the journal and in the log, e.g. "r41". */
export type RequestId = `r${number}`

export type AdminCallId = `a${number}`

export type CommandId = RequestId | AdminCallId

/** Requests and admin calls are numbered separately, from 1. */
const ID = /^[ar][1-9]\d{0,15}$/

export const readCommandId = (text: unknown): CommandId | undefined =>
  typeof text === 'string' && ID.test(text) ? (text as CommandId) : undefined

export function readRequestId(text: unknown): RequestId | undefined {
  const id = readCommandId(text)
  return id !== undefined && isRequestId(id) ? id : undefined
}

export function readAdminCallId(text: unknown): AdminCallId | undefined {
  const id = readCommandId(text)
  return id === undefined || isRequestId(id) ? undefined : id
}

export const isRequestId = (id: CommandId): id is RequestId => id.startsWith('r')

export const numberOf = (id: CommandId): number => Number(id.slice(1))
