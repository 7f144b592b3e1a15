import { always, object } from '../contract/json-schema.js'

/** The answer of calls that have no other result than being done. */
export const DONE = { schema: object({ status: always('ok') }), example: { status: 'ok' } } as const
