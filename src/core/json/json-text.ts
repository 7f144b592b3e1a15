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

/** The index just behind the string that starts at `from`: most end at the next quote, which indexOf() finds soonest. */
function endOfString(text: string, from: number): number {
  const quote = text.indexOf('"', from + 1)
  return text.charCodeAt(quote - 1) === BACKSLASH ? endOfEscaped(text, from) : quote + 1
}

function endOfEscaped(text: string, from: number): number {
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
 * The texts of some members of the object in `json` as they stand there, in the order of `names`; the last one where there
 * are several of a name. They are slices, and none holds white space outside of it.
 *
 * @param json valid JSON text whose value is an object
 * @returns undefined in the place of a member that the object does not have
 */
export function memberTexts(json: string, names: readonly string[]): (string | undefined)[] {
  const texts: (string | undefined)[] = []
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
    const place = placeOf(names, json, at, nameEnd)
    at = skipSpace(json, nameEnd)
    if (json.charCodeAt(at) === COLON) at = skipSpace(json, at + 1)
    const valueEnd = endOfValue(json, at)
    if (place >= 0) texts[place] = json.slice(at, valueEnd)
    at = valueEnd
  }
  return texts
}

/** Which of these names the string literal at [from, to) spells; -1: none. */
function placeOf(names: readonly string[], json: string, from: number, to: number): number {
  for (let place = 0; place < names.length; place++) {
    if (namesMember(json, from, to, names[place] as string)) return place
  }
  return -1
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
  return ownCopy(SPACE.test(json) ? withoutSpace(json) : json)
}

const SPACE = /[ \t\n\r]/

function withoutSpace(json: string): string {
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
  return kept === 0 ? json : pieces.join('') + json.slice(kept)
}

/** The same text in memory of its own: a slice keeps all alive that it was cut from. */
export function ownCopy(text: string): string {
  const { read, written } = ENCODER.encodeInto(text, COPIED)
  if (read < text.length) return Buffer.from(text).toString()
  return COPIED.toString(written === read ? 'latin1' : 'utf8', 0, written)
}

/** Short texts are copied through this: memory for each would take as long again (`npm run bench -- --only calls`). */
const COPIED = Buffer.alloc(4096)
const ENCODER = new TextEncoder()

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
