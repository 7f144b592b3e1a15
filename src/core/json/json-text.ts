import { type JsonToken, tokenAt } from './lossless-json.js'

/**
 * Operates on the exact text of JSON values (docs/gaps.md, Values). Digits are kept as they are, and only insignificant
 * white space is removed. There's no error handling, since `JSON.parse` must have accepted the text already.
 */

const SPACE = /[ \t\r\n]/

function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; ; ) {
    const token = tokenAt(text, at)
    const first = text[token.at]
    if (first === '{' || first === '[') depth++
    else if (first === '}' || first === ']') depth--
    if (depth === 0) return token.end
    at = token.end
  }
}

/**
 * Returns the exact texts of an object's members, in the order of `names` and without surrounding white space. The last
 * of several members with the same name wins.
 *
 * @param json valid JSON text of an object
 * @returns undefined for each missing member
 */
export function memberTexts(json: string, names: readonly string[]): (string | undefined)[] {
  const texts: (string | undefined)[] = []
  let name = tokenAt(json, tokenAt(json, 0).end)
  while (name.kind === 'string') {
    const colon = tokenAt(json, name.end)
    const value = tokenAt(json, colon.end)
    const end = endOfValue(json, value.at)
    const place = names.indexOf(nameOf(json, name))
    if (place >= 0) texts[place] = json.slice(value.at, end)
    name = tokenAt(json, tokenAt(json, end).end)
  }
  return texts
}

export function nameOf(json: string, { at, end }: JsonToken): string {
  const name = json.slice(at + 1, end - 1)
  return name.includes('\\') ? JSON.parse(json.slice(at, end)) : name
}

export function minify(json: string): string {
  // Programs rarely send white space, and going through all the tokens takes far longer.
  if (!SPACE.test(json)) return json
  const pieces: string[] = []
  let kept = 0
  let end = 0
  for (let token = tokenAt(json, 0); token.kind !== 'end'; token = tokenAt(json, end)) {
    if (token.at > end) {
      pieces.push(json.slice(kept, end))
      kept = token.at
    }
    end = token.end
  }
  return pieces.join('') + json.slice(kept, end)
}

/** Splits minified JSON text into an array's items or an object's members (`"name":value`). */
export function partsOf(json: string): string[] {
  const parts: string[] = []
  let at = 1
  while (at < json.length - 1) {
    let end = endOfValue(json, at)
    if (json[end] === ':') end = endOfValue(json, end + 1)
    parts.push(json.slice(at, end))
    at = json[end] === ',' ? end + 1 : end
  }
  return parts
}

/** Builds a JSON object from names and JSON texts (name, text, name, text, …). Skips undefined texts. */
export function objectText(members: readonly (string | undefined)[]): string {
  let text = ''
  for (let i = 0; i < members.length; i += 2) {
    const value = members[i + 1]
    if (value !== undefined) text += `${text === '' ? '{' : ','}"${members[i]}":${value}`
  }
  return text === '' ? '{}' : `${text}}`
}
