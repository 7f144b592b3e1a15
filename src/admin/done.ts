import { always, object } from '../contract/json-schema.js'

/** The answer of calls that have nothing to tell but that they are done. */
export const DONE = { schema: object({ status: always('ok') }), example: { status: 'ok' } } as const
