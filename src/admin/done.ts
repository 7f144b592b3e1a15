import * as v from 'valibot'

/** The answer of calls that have no other result than being done. */
export const DONE = { schema: v.object({ status: v.literal('ok') }), example: { status: 'ok' } } as const
