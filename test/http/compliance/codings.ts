import {
  ANY,
  CHUNKED,
  type Check,
  check,
  framed,
  GREETING,
  HOST,
  KV_KEY,
  PUT_BODY,
  putWith,
  REFUSED,
} from './check.js'

const LENGTH = `Content-Length: ${PUT_BODY.length}`
const RULE = 'RFC 9112 §6.1'
const REFUSED_CODING = '400 or 501 or closed'
const TWO_ENDS = '400 or 2xx and closed'
const beside = (coding: string): string => framed(`Transfer-Encoding:${coding}`, LENGTH)
/** The name of a transfer coding, folded to the next line. */
const FOLDED = 'Transfer-Encoding:\r\n chunked'

/** Transfer codings. */
export const CODINGS: readonly Check[] = [
  check([
    'COMP-UNKNOWN-TE-501',
    RULE,
    'an unknown coding',
    putWith(['Transfer-Encoding: gzip'], ''),
    REFUSED_CODING,
  ]),
  check([
    'SMUG-TE-NOT-FINAL-CHUNKED',
    'RFC 9112 §6.3',
    'a coding behind chunked',
    putWith(['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'),
    REFUSED,
  ]),
  check([
    'SMUG-TE-HTTP10',
    RULE,
    'a coding in HTTP/1.0',
    `PUT ${GREETING} HTTP/1.0\r\n${HOST}${KV_KEY}${CHUNKED}\r\n${LENGTH}\r\n\r\n${PUT_BODY}`,
    REFUSED,
  ]),
  check(['SMUG-TE-XCHUNKED', RULE, 'xchunked beside a length', beside(' xchunked'), REFUSED_CODING]),
  check(['SMUG-TE-IDENTITY', 'RFC 9112 §7', 'identity beside a length', beside(' identity'), REFUSED_CODING]),
  check(['SMUG-TE-EMPTY-VALUE', RULE, 'an empty coding beside a length', beside(' '), REFUSED]),
  check([
    'SMUG-TE-TRAILING-SPACE',
    RULE,
    'a space behind chunked, beside a length',
    beside(' chunked '),
    '400 or 501 or 2xx and closed',
  ]),
  check([
    'SMUG-TE-SP-BEFORE-COLON',
    'RFC 9112 §5.1',
    'a space ahead of the colon, beside a length',
    framed('Transfer-Encoding : chunked', LENGTH),
    REFUSED,
  ]),
  check([
    'SMUG-TE-TAB-BEFORE-VALUE',
    'RFC 9110 §5.5',
    'a tab ahead of chunked, beside a length',
    beside('\tchunked'),
    ANY,
  ]),
  check(['SMUG-TE-DOUBLE-CHUNKED', RULE, 'chunked twice, beside a length', beside(' chunked, chunked'), ANY]),
  check(['SMUG-TE-CASE-MISMATCH', RULE, 'Chunked beside a length', beside(' Chunked'), ANY]),
  check([
    'SMUG-TE-LEADING-COMMA',
    'RFC 9110 §5.6.1',
    'a comma ahead of chunked, beside a length',
    beside(' , chunked'),
    ANY,
  ]),
  check([
    'SMUG-TE-TRAILING-COMMA',
    'RFC 9110 §5.6.1',
    'a comma behind chunked, beside a length',
    beside(' chunked,'),
    ANY,
  ]),
  check([
    'SMUG-CHUNKED-WITH-PARAMS',
    'RFC 9112 §7',
    'chunked with a parameter, beside a length',
    beside(' chunked;ext=val'),
    ANY,
  ]),
  check([
    'SMUG-TE-DUPLICATE-HEADERS',
    RULE,
    'two codings, beside a length',
    framed(CHUNKED, 'Transfer-Encoding: identity', LENGTH),
    REFUSED,
  ]),
  check([
    'SMUG-TE-VTAB',
    RULE,
    'a vertical tab ahead of chunked, beside a length',
    beside(' \x0bchunked'),
    REFUSED,
  ]),
  check([
    'SMUG-TE-FORMFEED',
    RULE,
    'a form feed ahead of chunked, beside a length',
    beside(' \x0cchunked'),
    REFUSED,
  ]),
  check(['SMUG-TE-NULL', RULE, 'NUL behind chunked, beside a length', beside(' chunked\0'), REFUSED]),
  check([
    'SMUG-TE-OBS-FOLD',
    'RFC 9112 §5.2',
    'a folded coding, beside a length',
    framed(FOLDED, LENGTH),
    TWO_ENDS,
  ]),
  check([
    'SMUG-TRANSFER_ENCODING',
    RULE,
    'Transfer_Encoding beside a length',
    framed('Transfer_Encoding: chunked', LENGTH),
    ANY,
  ]),
  check([
    'NORM-UNDERSCORE-TE',
    '',
    'Transfer_Encoding behind a length',
    framed(LENGTH, 'Transfer_Encoding: chunked'),
    ANY,
  ]),
  check([
    'NORM-CASE-TE',
    '',
    'TRANSFER-ENCODING beside a length',
    framed(LENGTH, 'TRANSFER-ENCODING: chunked'),
    ANY,
  ]),
]
