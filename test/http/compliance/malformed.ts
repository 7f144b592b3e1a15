import { alone, type Check, check, GREETING, HOST, lined, REFUSED, readWith } from './check.js'

const LONG = 'a'.repeat(100_000)
const TOO_LARGE = '400 or 414 or 431 or closed'
const OR_NOT_FOUND = '400 or 2xx or 404'

/** What is no request, or far too much of one. */
export const MALFORMED: readonly Check[] = [
  alone([
    'MAL-BINARY-GARBAGE',
    '',
    'bytes that mean nothing',
    Buffer.from('00ff8001fe7f0a0d00c3a8', 'hex'),
    REFUSED,
  ]),
  alone(['MAL-EMPTY-REQUEST', 'RFC 9112 §2.2', 'nothing', '', REFUSED]),
  alone([
    'MAL-INCOMPLETE-REQUEST',
    'RFC 9112 §2.2',
    'headers without an end',
    `GET ${GREETING} HTTP/1.1\r\n${HOST}X-Test: value`,
    REFUSED,
  ]),
  alone([
    'MAL-WHITESPACE-ONLY-LINE',
    'RFC 9112 §2.2',
    'white space and no request line',
    '   \r\n\r\n',
    REFUSED,
  ]),
  check([
    'MAL-H2-PREFACE',
    'RFC 9113 §3.4',
    'the preface of HTTP/2',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '400 or 505 or closed',
  ]),
  check(['MAL-LONG-URL', '', 'a target of 100 kB', lined(`GET /${LONG} HTTP/1.1`), TOO_LARGE]),
  check(['MAL-LONG-HEADER-VALUE', '', 'a value of 100 kB', readWith(`X-Big: ${LONG}`), TOO_LARGE]),
  check(['MAL-LONG-HEADER-NAME', '', 'a name of 100 kB', readWith(`${LONG}: val`), TOO_LARGE]),
  check([
    'MAL-LONG-METHOD',
    '',
    'a method of 100 kB',
    lined(`${LONG.toUpperCase()} ${GREETING} HTTP/1.1`),
    REFUSED,
  ]),
  check([
    'MAL-MANY-HEADERS',
    'RFC 6585 §5',
    '10,000 headers',
    readWith(...Array.from({ length: 10_000 }, (_, i) => `X-H-${i}: v`)),
    TOO_LARGE,
  ]),
  check(['MAL-NUL-IN-URL', '', 'NUL in the target', lined(`GET ${GREETING}\0x HTTP/1.1`), REFUSED]),
  check([
    'MAL-NON-ASCII-URL',
    '',
    'UTF-8 in the target',
    Buffer.from(lined('GET /v1/kv/ns_wire_a1/café HTTP/1.1')),
    REFUSED,
  ]),
  check([
    'MAL-URL-OVERLONG-UTF8',
    '',
    'overlong UTF-8 in the target',
    lined('GET /v1/kv/ns_wire_a1/\xc0\xaf HTTP/1.1'),
    REFUSED,
  ]),
  check([
    'MAL-URL-BACKSLASH',
    '',
    'a backslash in the target',
    lined('GET /v1/kv/ns_wire_a1/a\\b HTTP/1.1'),
    OR_NOT_FOUND,
  ]),
  check([
    'MAL-URL-PERCENT-NULL',
    'RFC 9110 §5.5',
    'NUL, encoded, in the target',
    lined('GET /v1/kv/ns_wire_a1/a%00b HTTP/1.1'),
    OR_NOT_FOUND,
  ]),
  check([
    'MAL-URL-PERCENT-CRLF',
    'RFC 9110 §5.5',
    'a line end, encoded, in the target',
    lined('GET /v1/kv/ns_wire_a1/a%0d%0aX-Injected:%20true HTTP/1.1'),
    OR_NOT_FOUND,
  ]),
  check(['MAL-NUL-IN-HEADER-VALUE', '', 'NUL in a value', readWith('X-Test: val\0ue'), REFUSED]),
  check([
    'MAL-CONTROL-CHARS-HEADER',
    '',
    'controls in a value',
    readWith('X-Test: abc\x07\x08\x0bdef'),
    REFUSED,
  ]),
  check([
    'MAL-NON-ASCII-HEADER-NAME',
    '',
    'UTF-8 in a name',
    Buffer.from(readWith('X-Tëst: value')),
    REFUSED,
  ]),
  check([
    'MAL-RANGE-OVERLAPPING',
    'RFC 9110 §14.2',
    '1,000 ranges that overlap',
    readWith(`Range: bytes=${Array.from({ length: 1000 }, (_, i) => `0-${i}`).join(',')}`),
    '2xx or 206 or 400 or 416',
  ]),
]
