import type { YAMLError } from 'yaml'
import { messageText, type Problem } from './problems.js'
import type { SeedText } from './seed-text.js'

interface Description {
  readonly message: string
  readonly hint?: string
}

/** The message for text that would use up the stack. */
export const TOO_DEEP = 'this is nested too deeply'

const QUOTE_TEMPLATE = "put text with a template in single quotes: '{{internet.email}}'"

/** An error of the YAML reader, in the terms of seeds. */
export function yamlProblem(error: YAMLError, text: SeedText): Problem {
  const offset = startOf(error, text.text)
  const position = text.position(offset)
  const described = describe(error, text.text.slice(offset), position.source)
  return {
    file: text.name,
    ...position,
    path: '',
    ...described,
    message: messageText(described.message),
  }
}

/** YAML reads an unquoted template as a mapping in a mapping, and points at the inner one. */
function startOf({ code, pos: [offset] }: YAMLError, text: string): number {
  const isInner = code === 'NON_STRING_KEY' && offset > 0 && text.startsWith('{{', offset - 1)
  return isInner ? offset - 1 : offset
}

/** The problem with a field that its mapping has already. @param rest the text from its name on */
export function givenTwice(rest: string): Description {
  return { message: `${firstWord(rest)} is given twice in one mapping`, hint: 'keep one of them' }
}

function describe(error: YAMLError, rest: string, line: string): Description {
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return { message: 'this line is indented with a tab', hint: 'YAML takes spaces only' }
    case 'MULTIPLE_DOCS':
      return {
        message: 'a second YAML document begins here',
        hint: 'keep one document in a file; several files are joined: --seed a.yaml --seed b.yaml',
      }
    case 'NON_STRING_KEY':
      return line.includes('{{')
        ? { message: 'a template without quotes', hint: QUOTE_TEMPLATE }
        : { message: 'the name of a field must be plain text' }
    case 'TAG_RESOLVE_FAILED':
      return {
        message: `a seed has no use for the tag ${firstWord(rest)}`,
        hint: "leave it out; dates are written as text, and any exact JSON as json: '<text>'",
      }
    case 'RESOURCE_EXHAUSTION':
      return { message: TOO_DEEP }
    default:
      return describeSyntax(error, line)
  }
}

function describeSyntax(error: YAMLError, line: string): Description {
  const message = `this is not valid YAML: ${error.message}`
  if (line.includes('{{')) return { message, hint: QUOTE_TEMPLATE }
  if (error.code === 'BAD_SCALAR_START') return { message, hint: 'put the text in quotes' }
  if (error.code === 'BLOCK_AS_IMPLICIT_KEY') return { message, hint: 'put text that holds ": " in quotes' }
  return { message }
}

function firstWord(rest: string): string {
  const [word = ''] = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s:,]+(?::[^\s:,]+)*)/.exec(rest) ?? []
  return /^["'!]/.test(word) ? word : `"${word}"`
}
