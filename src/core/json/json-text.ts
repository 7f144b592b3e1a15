/**
 * The exact text of values and of the members of a body (docs/DESIGN.md, Values): digits stay, only insignificant white
 * space goes. Everything here walks text that `JSON.parse` has accepted once, from its beginning to its end, so it needs
 * no error handling and no recursion.
 */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const opens = (code: number): boolean => code === 0x7b || code === 0x5b
const closes = (code: number): boolean => code === 0x7d || code === 0x5d

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

/** The index just behind the string that starts at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    at += code === BACKSLASH ? 2 : 1
  }
}

/** The index just behind the value that starts at `from`; white space after it is not part of it. */
function endOfValue(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first === QUOTE) return endOfString(text, from)
  if (!opens(first)) return endOfScalar(text, from)
  let depth = 0
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      continue
    }
    if (opens(code)) depth++
    else if (closes(code) && --depth === 0) return at + 1
    at++
  }
}

function endOfScalar(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (isSpace(code) || code === COMMA || closes(code)) break
    at++
  }
  return at
}

/**
 * The text of the member `name` of the object in `json`, minified; the last one where there are several.
 *
 * @param json valid JSON text whose value is an object
 * @returns undefined where the object has no such member
 */
export function memberText(json: string, name: string): string | undefined {
  let start = -1
  let end = -1
  let at = skipSpace(json, 0) + 1
  for (;;) {
    at = skipSpace(json, at)
    const code = json.charCodeAt(at)
    if (closes(code)) break
    if (code === COMMA) {
      at++
      continue
    }
    const nameEnd = endOfString(json, at)
    const isIt = namesMember(json, at, nameEnd, name)
    at = skipSpace(json, nameEnd)
    if (json.charCodeAt(at) === COLON) at = skipSpace(json, at + 1)
    const valueEnd = endOfValue(json, at)
    if (isIt) {
      start = at
      end = valueEnd
    }
    at = valueEnd
  }
  return start < 0 ? undefined : minify(json.slice(start, end))
}

/** The longest way to write a character: \u0041. */
const ESCAPE_LENGTH = 6

/** Whether the string literal at [from, to) spells `name`, which may be written with escapes. */
function namesMember(json: string, from: number, to: number, name: string): boolean {
  const length = to - from - 2
  if (length === name.length) return json.startsWith(name, from + 1)
  // Only a longer literal can hold an escape, and looking for one never leaves the literal: a body may hold millions.
  if (length < name.length || length > name.length * ESCAPE_LENGTH) return false
  const literal = json.slice(from, to)
  return literal.includes('\\') && JSON.parse(literal) === name
}

/** The same JSON text without insignificant white space, in memory of its own (a slice would pin the whole body). */
export function minify(json: string): string {
  const pieces: string[] = []
  let kept = 0
  let at = 0
  while (at < json.length) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(json, at)
    } else if (isSpace(code)) {
      if (at > kept) pieces.push(json.slice(kept, at))
      at = skipSpace(json, at)
      kept = at
    } else {
      at++
    }
  }
  return ownCopy(kept === 0 ? json : pieces.join('') + json.slice(kept))
}

/** The same text in memory of its own: a slice keeps all alive that it was cut from. */
export function ownCopy(text: string): string {
  return Buffer.from(text).toString()
}

/**
 * The parts between the outer brackets of minified JSON text, letter for letter: the items of an array, the members
 * of an object (`"name":value`).
 */
export function partsOf(json: string): string[] {
  const parts: string[] = []
  let at = 1
  while (at < json.length - 1) {
    let end = endOfValue(json, at)
    if (json.charCodeAt(end) === COLON) end = endOfValue(json, end + 1)
    parts.push(json.slice(at, end))
    at = json.charCodeAt(end) === COMMA ? end + 1 : end
  }
  return parts
}

/** JSON text of an object from its members: name, text, name, text, … A text of undefined leaves its member out. */
export function objectText(members: readonly (string | undefined)[]): string {
  let text = ''
  for (let i = 0; i < members.length; i += 2) {
    const value = members[i + 1]
    if (value !== undefined) text += `${text === '' ? '{' : ','}"${members[i]}":${value}`
  }
  return text === '' ? '{}' : `${text}}`
}
