import type { YAMLError } from 'yaml'
import { messageText, PROBLEMS_MAX, type Problem } from './problems.js'
import type { SeedText } from './seed-text.js'
import { yaml } from './yaml.js'
import type { YamlTree } from './yaml-tree.js'

interface Description {
  readonly message: string
  readonly hint?: string
}

export const TOO_DEEP = 'this is nested too deeply'

const QUOTE_TEMPLATE = "put text with a template in single quotes: '{{internet.email}}'"

/** Reports one problem per line, since later ones are mostly follow-ups. */
export function yamlProblems({ contents, errors, warnings }: YamlTree, text: SeedText): Problem[] {
  const problems = new Map<number, Problem>()
  const openings = errors.some(({ code }) => code in OPENED) ? openingsIn(contents) : NO_OPENINGS
  for (const error of [...withoutFollowing(errors, text.text), ...warnings].slice(0, PROBLEMS_MAX)) {
    const { at, message, hint, isLast } = locate(error, text, openings)
    const place = { file: text.name, ...text.position(at), path: '', message: messageText(message) }
    if (!problems.has(place.line)) problems.set(place.line, hint === undefined ? place : { ...place, hint })
    if (isLast) break
  }
  return [...problems.values()]
}

/** A field that's indented too deeply causes two errors in the same place, so we drop one of them. */
function withoutFollowing(errors: readonly YAMLError[], text: string): readonly YAMLError[] {
  const starts = new Set(errors.filter((error) => deeperField(error, text)).map(({ pos }) => pos[0]))
  return errors.filter(({ code, pos }) => code !== 'BLOCK_AS_IMPLICIT_KEY' || !starts.has(pos[0]))
}

interface Located extends Description {
  readonly at: number
  /** True if all later errors are caused by this one. */
  readonly isLast?: true
}

function locate(error: YAMLError, text: SeedText, openings: Openings): Located {
  const opened = OPENED[error.code]
  const opening = opened && openings[opened].get(error.pos[0])
  if (opening !== undefined) return unclosed(text.text[opening] ?? '', opening)
  const misplaced = deeperField(error, text.text) ?? shallowerField(error, text.text)
  if (misplaced !== undefined) return misplaced
  const at = startOf(error, text.text)
  const described =
    textAfterQuote(error, text.text) ?? describe(error, text.text.slice(at), text.position(at).source)
  return { at, ...described }
}

/** Matches a field's name and colon, after the dashes of any lists around it. */
const FIELD = /^( *(?:- +)*)("[^"]*"|'[^']*'|[^\s#"'{}[\],&*!|>%@`-][^:]*?) *:(?: |$)/

/** We only search this many characters of a line for a name. */
const FIELD_LINE_MAX = 300

/** Finds a field that's indented deeper than the one before, since YAML reads it as part of that one's value. */
function deeperField({ code, pos: [start, end] }: YAMLError, text: string): Located | undefined {
  if (code !== 'MULTILINE_IMPLICIT_KEY' && code !== 'BAD_INDENT') return undefined
  const at = code === 'BAD_INDENT' ? start : lineStart(text, end)
  const [, margin = '', name] = fieldAt(text, at)
  const [, outer = '', neighbour] = fieldAt(text, lineStart(text, code === 'BAD_INDENT' ? at - 1 : start))
  if (name === undefined || neighbour === undefined || outer.length >= margin.length) return undefined
  const column = outer.length + 1
  return {
    at: at + margin.length,
    message: `this line is indented deeper than its neighbor ${neighbour} (column ${column})`,
    hint: `put ${name} in column ${column}`,
  }
}

/** We only search this many lines above a field for its neighbors. */
const LINES_ABOVE_MAX = 100

/** Finds a field that's indented less than its neighbors, but more than the field that they all belong to. */
function shallowerField({ code, pos: [at] }: YAMLError, text: string): Located | undefined {
  if ((code !== 'MISSING_CHAR' && code !== 'BAD_INDENT') || lineStart(text, at) !== at) return undefined
  const [, margin = '', name] = fieldAt(text, at)
  if (name === undefined) return undefined
  let neighbour: { readonly name: string; readonly column: number } | undefined
  let line = at
  for (let above = 0; above < LINES_ABOVE_MAX && line > 0; above++) {
    line = lineStart(text, line - 1)
    const [, outer = '', other] = fieldAt(text, line)
    if (other === undefined) continue
    if (outer.length <= margin.length) break
    if (neighbour === undefined || outer.length + 1 < neighbour.column)
      neighbour = { name: other, column: outer.length + 1 }
  }
  if (neighbour === undefined) return undefined
  return {
    at: at + margin.length,
    message: `this line is indented less than its neighbor ${neighbour.name} (column ${neighbour.column})`,
    hint: `put ${name} in column ${neighbour.column}`,
  }
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1

const fieldAt = (text: string, offset: number): readonly string[] =>
  FIELD.exec(text.slice(offset, offset + FIELD_LINE_MAX).split(/\r?\n/, 1)[0] ?? '') ?? []

/** Offsets of opening quotes and brackets, by where their text, list or mapping ends. */
interface Openings {
  readonly quotes: ReadonlyMap<number, number>
  readonly brackets: ReadonlyMap<number, number>
}

/** Errors that a missing quote or bracket causes. */
const OPENED: Readonly<Partial<Record<YAMLError['code'], keyof Openings>>> = {
  MISSING_CHAR: 'quotes',
  BAD_INDENT: 'brackets',
}

const NO_OPENINGS: Openings = { quotes: new Map(), brackets: new Map() }

function openingsIn(contents: YamlTree['contents']): Openings {
  const quotes = new Map<number, number>()
  const brackets = new Map<number, number>()
  yaml().visit(contents, {
    Scalar(_, { type, range }) {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE'
      if (isQuoted && range) quotes.set(range[1], range[0])
    },
    Collection(_, { flow, range }) {
      // If several end here, the outermost comes first. That's the one that isn't closed.
      if (flow === true && range && !brackets.has(range[1])) brackets.set(range[1], range[0])
    },
  })
  return { quotes, brackets }
}

function unclosed(opening: string, at: number): Located {
  const close = { '[': ']', '{': '}' }[opening]
  return {
    at,
    message:
      close === undefined
        ? 'this text has no closing quote'
        : `this ${close === ']' ? 'list' : 'mapping'} has no closing bracket`,
    hint: `close it with ${close ?? opening}`,
    isLast: true,
  }
}

/** E.g. `'Alice's'`. */
function textAfterQuote({ code, pos: [at] }: YAMLError, text: string): Description | undefined {
  if (code !== 'UNEXPECTED_TOKEN') return undefined
  const before = text.slice(Math.max(lineStart(text, at), at - FIELD_LINE_MAX), at)
  const [quote] = /["'](?= *$)/.exec(before) ?? []
  if (quote === undefined || before.includes('{{')) return undefined
  return {
    message: 'this text continues after its closing quote',
    hint: `put all of it in quotes, and write ${quote === "'" ? "''" : '\\"'} for a ${quote} in it`,
  }
}

/** YAML reads an unquoted template as nested objects and reports an error in the inner one. */
function startOf({ code, pos: [offset] }: YAMLError, text: string): number {
  const isInner = code === 'NON_STRING_KEY' && offset > 0 && text.startsWith('{{', offset - 1)
  return isInner ? offset - 1 : offset
}

/** @param rest the text, starting at the field's name */
export function givenTwice(rest: string): Description {
  return { message: `${firstWord(rest)} appears twice in one mapping`, hint: 'keep one of them' }
}

function describe(error: YAMLError, rest: string, line: string): Description {
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return {
        message: 'this line is indented with a tab',
        hint: 'use spaces: YAML does not allow tabs here',
      }
    case 'MULTIPLE_DOCS':
      return {
        message: 'a second YAML document begins here',
        hint: 'put each document in its own file; --seed a.yaml --seed b.yaml joins them',
      }
    case 'NON_STRING_KEY':
      return line.includes('{{')
        ? { message: 'this template needs quotes', hint: QUOTE_TEMPLATE }
        : { message: 'the name of a field must be plain text' }
    case 'TAG_RESOLVE_FAILED':
      return {
        message: `seeds do not support the tag ${firstWord(rest)}`,
        hint: rest.startsWith('!include')
          ? 'pass each file instead: --seed a.yaml --seed b.yaml'
          : "leave it out; write dates as text, and exact JSON as json: '<text>'",
      }
    case 'RESOURCE_EXHAUSTION':
      return { message: TOO_DEEP }
    default:
      return describeSyntax(error, rest, line)
  }
}

function describeSyntax(error: YAMLError, rest: string, line: string): Description {
  const message = `this is not valid YAML: ${error.message}`
  if (line.includes('{{')) return { message, hint: QUOTE_TEMPLATE }
  if (/^\s*[\w.-]+ *= *\S/.test(line)) return { message, hint: 'write a field as name: value' }
  if (error.code === 'BAD_SCALAR_START') return { message, hint: 'put the text in quotes' }
  if (error.code === 'BLOCK_AS_IMPLICIT_KEY')
    return {
      message,
      hint: /^["']/.test(rest) ? 'put each field on its own line' : 'put text that contains ": " in quotes',
    }
  return { message }
}

function firstWord(rest: string): string {
  const [word = ''] = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s:,]+(?::[^\s:,]+)*)/.exec(rest) ?? []
  return /^["'!]/.test(word) ? word : `"${word}"`
}
