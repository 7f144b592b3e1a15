import { ANY, alone, type Check, check, chunked, PUT_BODY, REFUSED } from './check.js'

const { length } = PUT_BODY

/** Bodies in chunks. */
export const CHUNKS: readonly Check[] = [
  check([
    'COMP-CHUNKED-BODY',
    'RFC 9112 §7.1',
    'one chunk',
    chunked(`${hex()}\r\n${PUT_BODY}\r\n0\r\n\r\n`),
    '2xx',
  ]),
  check([
    'COMP-CHUNKED-MULTI',
    'RFC 9112 §7.1',
    'two chunks',
    chunked(
      `5\r\n${PUT_BODY.slice(0, 5)}\r\n${(length - 5).toString(16)}\r\n${PUT_BODY.slice(5)}\r\n0\r\n\r\n`,
    ),
    '2xx',
  ]),
  check([
    'COMP-CHUNKED-EMPTY',
    'RFC 9112 §7.1',
    'no chunk but the last',
    chunked('0\r\n\r\n'),
    '2xx or closed',
  ]),
  alone([
    'COMP-CHUNKED-NO-FINAL',
    'RFC 9112 §7.1',
    'no last chunk',
    chunked(`${hex()}\r\n${PUT_BODY}\r\n`),
    REFUSED,
  ]),
  check([
    'COMP-CHUNKED-HEX-UPPERCASE',
    'RFC 9112 §7.1',
    'a size in capitals',
    chunked(`${hex().toUpperCase()}\r\n${PUT_BODY}\r\n0\r\n\r\n`),
    '2xx',
  ]),
  check(['COMP-CHUNKED-EXTENSION', 'RFC 9112 §7.1.1', 'an extension', sized(`${hex()};ext=value`), ANY]),
  check(['COMP-CHUNKED-TRAILER-VALID', 'RFC 9112 §7.1.2', 'a trailer', trailed('X-Checksum: abc'), '2xx']),
  check(['SMUG-TRAILER-CL', 'RFC 9110 §6.5.1', 'a length as a trailer', trailed('Content-Length: 50'), ANY]),
  check([
    'SMUG-TRAILER-TE',
    'RFC 9110 §6.5.1',
    'a transfer coding as a trailer',
    trailed('Transfer-Encoding: chunked'),
    ANY,
  ]),
  check([
    'SMUG-TRAILER-HOST',
    'RFC 9110 §6.5.2',
    'a Host as a trailer',
    trailed('Host: evil.example.com'),
    ANY,
  ]),
  check([
    'SMUG-TRAILER-AUTH',
    'RFC 9110 §6.5.1',
    'a credential as a trailer',
    trailed('Authorization: Bearer evil'),
    ANY,
  ]),
  check([
    'SMUG-TRAILER-CONTENT-TYPE',
    'RFC 9110 §6.5.1',
    'a type as a trailer',
    trailed('Content-Type: text/evil'),
    ANY,
  ]),
  check([
    'SMUG-CHUNK-BARE-SEMICOLON',
    'RFC 9112 §7.1.1',
    'a semicolon without an extension',
    sized(`${hex()};`),
    REFUSED,
  ]),
  check([
    'SMUG-CHUNK-EXT-INVALID-TOKEN',
    'RFC 9112 §7.1.1',
    'a bracket in an extension',
    sized(`${hex()};bad[=x`),
    REFUSED,
  ]),
  check(['SMUG-CHUNK-EXT-CTRL', 'RFC 9112 §7.1.1', 'NUL in an extension', sized(`${hex()};\0`), REFUSED]),
  check([
    'SMUG-CHUNK-EXT-CR',
    'RFC 9112 §7.1.1',
    'CR alone in an extension',
    sized(`${hex()};a\rX`),
    REFUSED,
  ]),
  check([
    'SMUG-CHUNK-EXT-LF',
    'RFC 9112 §7.1.1',
    'LF alone behind an extension',
    chunked(`${hex()};\n${PUT_BODY}\r\n0\r\n\r\n`),
    ANY,
  ]),
  check([
    'MAL-CHUNK-EXT-64K',
    'RFC 9112 §7.1.1',
    'an extension of 64 KiB',
    sized(`${hex()};ext=${'a'.repeat(65_536)}`),
    ANY,
  ]),
  check(['SMUG-CHUNK-UNDERSCORE', 'RFC 9112 §7.1', 'a size with an underscore', sized('1_b'), REFUSED]),
  check(['SMUG-CHUNK-HEX-PREFIX', 'RFC 9112 §7.1', 'a size with 0x', sized(`0x${hex()}`), REFUSED]),
  check(['SMUG-CHUNK-SIZE-PLUS', 'RFC 9112 §7.1', 'a size with a plus', sized(`+${hex()}`), REFUSED]),
  check(['SMUG-CHUNK-NEGATIVE', 'RFC 9112 §7.1', 'a negative size', sized('-1'), REFUSED]),
  check(['SMUG-CHUNK-LEADING-SP', 'RFC 9112 §7.1', 'a space ahead of a size', sized(` ${hex()}`), REFUSED]),
  check([
    'SMUG-CHUNK-SIZE-TRAILING-OWS',
    'RFC 9112 §7.1',
    'a space behind a size',
    sized(`${hex()} `),
    REFUSED,
  ]),
  check(['MAL-CHUNK-SIZE-OVERFLOW', '', 'a size beyond 64 bits', sized('FFFFFFFFFFFFFFFF0'), REFUSED]),
  check([
    'SMUG-CHUNK-SPILL',
    'RFC 9112 §7.1',
    'more than the size',
    chunked(`${hex()}\r\n${PUT_BODY}!!\r\n0\r\n\r\n`),
    REFUSED,
  ]),
  check([
    'SMUG-CHUNK-MISSING-TRAILING-CRLF',
    'RFC 9112 §7.1',
    'nothing behind the data',
    chunked(`${hex()}\r\n${PUT_BODY}0\r\n\r\n`),
    REFUSED,
  ]),
  check([
    'SMUG-CHUNK-LF-TERM',
    'RFC 9112 §7.1',
    'LF alone behind the data',
    chunked(`${hex()}\r\n${PUT_BODY}\n0\r\n\r\n`),
    ANY,
  ]),
  check([
    'SMUG-CHUNK-BARE-CR-TERM',
    'RFC 9112 §2.2',
    'CR alone behind a size',
    chunked(`${hex()}\r${PUT_BODY}\r\n0\r\n\r\n`),
    REFUSED,
  ]),
  check([
    'SMUG-CHUNK-LF-TRAILER',
    'RFC 9112 §7.1',
    'LF alone at the end',
    chunked(`${hex()}\r\n${PUT_BODY}\r\n0\r\n\n`),
    ANY,
  ]),
]

function hex(): string {
  return length.toString(16)
}

function sized(size: string): string {
  return chunked(`${size}\r\n${PUT_BODY}\r\n0\r\n\r\n`)
}

function trailed(trailer: string): string {
  return chunked(`${hex()}\r\n${PUT_BODY}\r\n0\r\n${trailer}\r\n\r\n`)
}
