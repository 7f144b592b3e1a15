/** The gaps of tokens and keys, and of the errors of the two stores. */

import { codeGap, type Gap } from './gap.js'

export const authGaps: readonly Gap[] = [
  {
    option: 'auth.foreignKey',
    meaning: 'The status for a key of another namespace or store.',
    sees: ['kv', 'kv.foreign'],
  },
  {
    option: 'auth.missingNamespace',
    meaning: 'Whether an unknown key learns that there is no such namespace, or only that it is unknown.',
    sees: ['kv'],
  },
  {
    option: 'auth.notOwner',
    meaning: 'The status for a valid token of somebody who does not own the namespace.',
    sees: ['kv', 'bearer.stranger'],
  },
  {
    option: 'auth.jwt',
    meaning: "Whether a token's signature is checked.",
    sees: ['kv', 'bearer'],
  },
  {
    option: 'auth.jwksFile',
    meaning: 'The file with the keys of further issuers of tokens.',
    sees: 'nobody',
    hidden: 'which file the emulator reads is its own affair',
  },
  {
    option: 'auth.secret',
    meaning: 'The secret that signs tokens of a further issuer.',
    sees: 'nobody',
    hidden: 'no service shows a secret',
  },
  {
    option: 'auth.tokenTime',
    meaning: 'The clock that exp and nbf of tokens are held against.',
    sees: ['kv', 'bearer', 'tokens', 'time.leap'],
  },
  {
    option: 'auth.ownerClaim',
    meaning: 'The claim of a token that names the owner.',
    sees: ['kv', 'bearer', 'tokens'],
  },
  { option: 'auth.challenge', meaning: 'Whether a 401 has WWW-Authenticate.', sees: ['kv'] },
  {
    option: 'auth.issuer',
    meaning: 'The iss that tokens must have.',
    sees: ['kv', 'bearer', 'tokens'],
    hidden: 'tokens of any issuer are taken',
  },
  {
    option: 'auth.audience',
    meaning: 'The aud that tokens must have.',
    sees: ['kv', 'bearer', 'tokens'],
    hidden: 'tokens for any audience are taken',
  },
  {
    option: 'auth.leeway',
    meaning: 'The seconds by which exp and nbf of tokens may be missed.',
    sees: ['kv', 'bearer', 'tokens', 'time.exact'],
    hidden: 'tokens are held against another clock, or it is an hour or more',
  },
]

export const errorGaps: readonly Gap[] = [
  {
    option: 'errors.shape',
    meaning: 'Which members of an error body of the two stores carry the code and the message.',
    sees: ['kv'],
    hidden: 'no error that can be brought about carries a code',
  },
  codeGap('errors.codes.400', 'a 400 of the two stores', ['kv.writer']),
  codeGap('errors.codes.401', 'a 401 of the two stores', ['kv']),
  codeGap('errors.codes.403', 'a 403 of the two stores for an insufficient scope', ['kv.read']),
  codeGap('errors.codes.404', 'a 404 of the two stores', ['kv.reader']),
  codeGap('errors.codes.413', 'a 413 of the two stores', ['kv', 'provoke']),
  codeGap('errors.codes.5xx', 'a 5xx of the two stores', ['kv', 'provoke']),
]
