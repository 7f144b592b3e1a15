import * as v from 'valibot'

/** The response of calls that have nothing to return. */
export const DONE = { schema: v.object({ status: v.literal('ok') }), example: { status: 'ok' } } as const
