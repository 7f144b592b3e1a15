import * as v from 'valibot'
import { described, text } from '../../contract/answer-schema.js'
import { addDuration, meantDuration, parseDuration } from '../../core/durations.js'
import { didYouMean, expected, notExpected } from '../../core/expected.js'
import { isRecord } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'
import type { Profile } from '../../domain/profile/profile.js'
import { signToken } from '../../identity/provider.js'
import { asJsonSchema } from '../../seed/schema/fields.js'
import { worldPath } from '../../worlds/paths.js'
import { jsonBody } from '../body.js'
import { call } from '../call.js'

const tokenBody = v.strictObject({
  sub: v.optional(v.string(expected('text'))),
  expiresIn: v.optional(
    v.union([v.number(), v.string()], expected('a number of seconds, or a duration such as "1h"')),
  ),
  // valibot's `record` would drop a claim called "constructor".
  claims: v.optional(
    v.pipe(
      v.custom<Record<string, unknown>>(isRecord, expected('an object')),
      asJsonSchema({ type: 'object', additionalProperties: {} }),
    ),
  ),
})

export const tokenCalls = [
  call({
    method: 'POST',
    path: '/tokens',
    summary: 'Create a bearer token',
    details:
      ': {"sub": "user_local", "expiresIn": "1h", "claims": {…}}; without expiresIn it never expires; its iss is the URL you called, as in /.well-known/openid-configuration',
    tag: 'The emulator',
    body: jsonBody(tokenBody, { sub: 'user_local', expiresIn: '1h' }),
    answer: {
      status: 201,
      schema: v.object({ token: described('A JWT.', text) }),
      example: { token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyX2xvY2FsIn0.c2lnbmF0dXJl' },
    },
    async handle({ world, origin, body }) {
      const { sub, expiresIn, claims } = body
      const issuedAt = world.clock.now()
      const token = await signToken({
        issuer: origin + worldPath(world.id),
        issuedAt,
        ...(sub === undefined ? {} : { subject: sub }),
        ...(expiresIn === undefined ? {} : { expiresAt: expiry(issuedAt, expiresIn) }),
        claims: { ...requiredClaims(world.profile.auth), ...claims },
      })
      return { token }
    },
  }),
]

function requiredClaims({ issuer, audience }: Profile['auth']): object {
  return { ...(issuer === null ? {} : { iss: issuer }), ...(audience === null ? {} : { aud: audience }) }
}

function expiry(issuedAt: number, expiresIn: number | string): number {
  const duration = parseDuration(expiresIn)
  const expiresAt = duration === undefined ? Number.NaN : addDuration(issuedAt, duration)
  if (Number.isFinite(expiresAt)) return expiresAt
  const hint = didYouMean(meantDuration(expiresIn), 'write seconds, "90s", "1h30m", "2d" or "P1M"')
  throw new Refusal(
    'invalid_request',
    `expiresIn: ${notExpected(expiresIn, 'a lifetime for the token').message}`,
    { hint },
  )
}
