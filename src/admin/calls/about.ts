import * as v from 'valibot'
import { type AnswerOf, anyObject, described, integer, text } from '../../contract/answer-schema.js'
import { CONTRACT_SHA256 } from '../../contract/values.js'
import { publicKeys } from '../../identity/provider.js'
import { call } from '../call.js'
import { DONE } from '../done.js'

const KEY = { kty: 'EC', alg: 'ES256', use: 'sig', kid: 'emulator' }

const health = v.object({
  status: v.literal('ok'),
  version: text,
  contractSha256: described('The SHA-256 of the written contract it follows, in hex.', text),
  grease: v.exactOptional(described('The number that responses vary by. Only set if grease is on.', integer)),
})

/** Says that the emulator is up, and with which version, contract and grease. */
export interface HealthInfo extends AnswerOf<typeof health> {}

export const aboutCalls = [
  call({
    method: 'GET',
    path: '',
    summary: 'List all calls',
    tag: 'The emulator',
    answer: {
      schema: v.object({ calls: v.array(v.object({ call: text, help: text })) }),
      example: { calls: [{ call: 'GET /_admin', help: 'List all calls' }] },
    },
    handle: ({ calls }) => ({
      calls: calls.map(({ method, path, help }) => ({ call: `${method} /_admin${path}`, help })),
    }),
  }),
  call({
    method: 'GET',
    path: '/health',
    summary:
      "Check that the emulator is up, and get its version, its contract's SHA-256 and its grease number if that's on",
    tag: 'The emulator',
    isOpen: true,
    answer: {
      schema: health,
      example: { status: 'ok', version: '0.1.0', contractSha256: CONTRACT_SHA256 },
    },
    handle: ({ context: { version, grease } }) => ({
      status: 'ok' as const,
      version,
      contractSha256: CONTRACT_SHA256,
      ...(grease === undefined ? {} : { grease }),
    }),
  }),
  call({
    method: 'POST',
    path: '/shutdown',
    summary: 'Stop the emulator, just like SIGTERM',
    details: ': pending requests are still answered, and --export-on-exit writes its file',
    tag: 'The emulator',
    answer: DONE,
    handle({ context }) {
      context.stop()
      return DONE.example
    },
  }),
  call({
    method: 'GET',
    path: '/openapi.json',
    summary:
      'Get an OpenAPI 3.1 document of the three services, for the current profile, and of the admin interface',
    tag: 'The emulator',
    isShared: true,
    answer: { schema: anyObject, example: { openapi: '3.1.0' } },
    async handle(input) {
      // Loaded on the first call, so that it doesn't slow down startup.
      const { openApiDocument } = await import('../openapi/document.js')
      return openApiDocument(input)
    },
  }),
  call({
    method: 'GET',
    path: '/jwks.json',
    summary: "Get the built-in identity provider's public key",
    details: '; /.well-known/openid-configuration links to it',
    tag: 'The emulator',
    isOpen: true,
    isShared: true,
    answer: {
      schema: v.object({
        keys: v.array(
          v.object({
            kty: text,
            kid: v.exactOptional(text),
            alg: v.exactOptional(text),
            use: v.exactOptional(text),
          }),
        ),
      }),
      example: { keys: [KEY] },
    },
    handle: () => publicKeys(),
  }),
]
