import * as v from 'valibot'
import { addDuration, parseDuration } from '../../core/durations.js'
import { Refusal } from '../../core/refusal.js'
import { publicKeys, signToken } from '../../identity/provider.js'
import { type AdminRoute, created, ok } from '../call.js'
import { readBody } from '../input.js'

/** The body of POST /tokens. */
export const tokenBody = v.strictObject({
  sub: v.optional(v.string('must be text')),
  expiresIn: v.optional(
    v.union([v.number(), v.string()], 'must be a number of seconds, or a duration such as "1h"'),
  ),
  claims: v.optional(v.record(v.string(), v.unknown(), 'must be an object')),
})

export const tokenRoutes: readonly AdminRoute[] = [
  {
    method: 'POST',
    path: '/tokens',
    help: 'A bearer token: {"sub": "user_local", "expiresIn": "1h", "claims": {…}}; without expiresIn it does not expire',
    async handle(call) {
      const { sub, expiresIn, claims } = readBody(call, tokenBody)
      const issuedAt = call.context.world.clock.now()
      const token = await signToken({
        issuedAt,
        ...(sub === undefined ? {} : { subject: sub }),
        ...(expiresIn === undefined ? {} : { expiresAt: expiry(issuedAt, expiresIn) }),
        ...(claims === undefined ? {} : { claims }),
      })
      return created({ token })
    },
  },
  {
    method: 'GET',
    path: '/jwks.json',
    help: "The built-in identity provider's public key",
    handle: () => ok(publicKeys()),
  },
]

function expiry(issuedAt: number, expiresIn: number | string): number {
  const duration = parseDuration(expiresIn)
  const expiresAt = duration === undefined ? Number.NaN : addDuration(issuedAt, duration)
  if (Number.isFinite(expiresAt)) return expiresAt
  const hint = 'seconds, "90s", "1h30m", "2d" or "P1M"'
  throw new Refusal(
    'invalid_request',
    `expiresIn: ${JSON.stringify(expiresIn)} is no duration that a token can last`,
    { hint },
  )
}
