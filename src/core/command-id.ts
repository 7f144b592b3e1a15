/** The id of a request, in the journal and in the log: "r41". */
export type RequestId = `r${number}`

/** The id of an admin call in the log: "a7". */
export type AdminCallId = `a${number}`

export type CommandId = RequestId | AdminCallId

/** Requests and admin calls are numbered by themselves, from 1. */
const ID = /^[ar][1-9]\d{0,15}$/

/** Reads the id of a command; undefined for anything else. */
export const readCommandId = (text: unknown): CommandId | undefined =>
  typeof text === 'string' && ID.test(text) ? (text as CommandId) : undefined

/** Reads the id of a request; undefined for anything else. */
export function readRequestId(text: unknown): RequestId | undefined {
  const id = readCommandId(text)
  return id !== undefined && isRequestId(id) ? id : undefined
}

/** Reads the id of an admin call; undefined for anything else. */
export function readAdminCallId(text: unknown): AdminCallId | undefined {
  const id = readCommandId(text)
  return id === undefined || isRequestId(id) ? undefined : id
}

export const isRequestId = (id: CommandId): id is RequestId => id.startsWith('r')

/** The number in an id. */
export const numberOf = (id: CommandId): number => Number(id.slice(1))
