import type { Path } from './problems.js'

/** A name with its value, or an item, by their offsets. */
interface Member {
  readonly step: string | number
  readonly key: number
  readonly value: number
}

/** Thrown where the text ends too soon; never leaves this file. */
class CutShort extends Error {}

/**
 * The offset of what `path` names in sound JSON, or of the last thing on the way that exists.
 *
 * @param text of the mapping or list that the path starts from, or the beginning of it
 * @param isField whether the name of the last field is meant, not its value
 * @returns undefined where more of the text is needed
 */
export function offsetInJson(text: string, path: Path, isField: boolean): number | undefined {
  try {
    return placeOf(text, path, isField)
  } catch (error) {
    if (error instanceof CutShort) return undefined
    throw error
  }
}

function placeOf(text: string, path: Path, isField: boolean): number {
  let at = 0
  for (const [depth, step] of path.entries()) {
    const member = memberAt(text, at, step)
    if (member === undefined) return at
    at = isField && depth === path.length - 1 ? member.key : member.value
  }
  return at
}

function memberAt(text: string, offset: number, step: string | number): Member | undefined {
  for (const member of membersOf(text, offset)) if (String(member.step) === String(step)) return member
  return undefined
}

/** The members of a mapping or the items of a list, in order; none of anything else. */
function* membersOf(text: string, offset: number): Generator<Member> {
  const isList = text[offset] === '['
  if (!isList && text[offset] !== '{') return
  let at = afterSpace(text, offset + 1)
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index++) {
    const key = at
    const keyEnd = isList ? key : afterWholeString(text, key)
    const value = isList ? key : afterSpace(text, afterSpace(text, keyEnd) + 1)
    yield { step: isList ? index : (JSON.parse(text.slice(key, keyEnd)) as string), key, value }
    at = afterSpace(text, afterValue(text, value))
    if (text[at] === ',') at = afterSpace(text, at + 1)
  }
}

const afterSpace = (text: string, at: number): number => next(text, at, /[^ \t\n\r]/g)

function afterValue(text: string, at: number): number {
  if (text[at] === '"') return afterWholeString(text, at)
  if (text[at] !== '{' && text[at] !== '[') return next(text, at, /[,}\]\s]/g)
  let depth = 0
  let end = at
  do {
    end = next(text, end, /["{}[\]]/g)
    if (text[end] === '"') end = afterWholeString(text, end) - 1
    else depth += text[end] === '{' || text[end] === '[' ? 1 : -1
    end++
  } while (depth > 0)
  return end
}

function afterWholeString(text: string, start: number): number {
  const end = afterString(text, start)
  if (end === 0) throw new CutShort()
  return end
}

/** Behind the closing quote of the text that begins here; 0 where there is none. */
export function afterString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

/** Whether an odd number of backslashes precedes this place. */
function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text[start - 1] === '\\') start--
  return (at - start) % 2 === 1
}

/** Where the next such sign stands. */
function next(text: string, from: number, signs: RegExp): number {
  signs.lastIndex = from
  const found = signs.exec(text)
  if (found === null) throw new CutShort()
  return found.index
}
