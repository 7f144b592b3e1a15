import { isUtf8 } from 'node:buffer'

export interface EncodingMistake {
  readonly message: string
  readonly hint: string
}

export const UTF16: EncodingMistake = {
  message: 'this is UTF-16, not UTF-8',
  hint: 'save it as UTF-8; in Windows PowerShell, use | Out-File -Encoding utf8, because > writes UTF-16',
}

const NOT_TEXT: EncodingMistake = { message: 'this is not text', hint: 'pass a YAML or JSON file' }

/** Images, archives and programs have a zero byte within the first 8000 bytes. Text in a legacy encoding doesn't. */
const BINARY_BYTES = 8000

export class NotUtf8 extends Error {
  /**
   * @param text the decoded bytes, with U+FFFD for invalid ones
   * @param offset of the first invalid byte, or undefined for binary data
   */
  constructor(
    readonly mistake: EncodingMistake,
    readonly text: string,
    readonly offset?: number,
  ) {
    const lines = text.slice(0, offset ?? 0).split('\n')
    super(`line ${lines.length}: ${mistake.message}; ${mistake.hint}`)
  }
}

/** Keeps a byte order mark. @throws NotUtf8; ERR_STRING_TOO_LONG */
export function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString()
  if (isUtf8(bytes)) return text
  if (/^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2))) throw new NotUtf8(UTF16, text)
  if (bytes.subarray(0, BINARY_BYTES).includes(0)) throw new NotUtf8(NOT_TEXT, text)
  const { offset, byte } = firstWrong(bytes, text)
  const shown = `0x${byte.toString(16).toUpperCase()}`
  throw new NotUtf8({ message: `the byte ${shown} is not UTF-8`, hint: 'save it as UTF-8' }, text, offset)
}

const REPLACEMENT = '\uFFFD'
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT)

/** Finds the first U+FFFD that isn't in the bytes themselves. */
function firstWrong(bytes: Buffer, text: string): { offset: number; byte: number } {
  let [offset, at] = [0, 0]
  for (;;) {
    const next = text.indexOf(REPLACEMENT, offset)
    at += Buffer.byteLength(text.slice(offset, next))
    if (!bytes.subarray(at).subarray(0, 3).equals(REPLACEMENT_BYTES))
      return { offset: next, byte: bytes[at] ?? 0 }
    offset = next + 1
    at += REPLACEMENT_BYTES.length
  }
}
