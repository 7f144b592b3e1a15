/** The prose of the project: comments and texts of a source, and paragraphs of a page, each with its line. */
export interface Prose {
  readonly line: number
  readonly text: string
  readonly kind: 'comment' | 'text'
}

const SENTENCE_END = /(?<=[.!?]["')]?)\s+(?=[A-Z"'(*\d])/

export const sentencesOf = (text: string): string[] => plain(text).split(SENTENCE_END)
export const wordsOf = (text: string): number => text.split(' ').filter((word) => /\w/.test(word)).length

/** Removes code, links and emphasis. */
export const plain = (text: string): string =>
  text
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the comments of a source without their examples, and its texts of three words or more. */
export function proseOfSource(source: string): Prose[] {
  const comments = [
    ...source.matchAll(/(?<=^|[\s{(,])\/\*\*?.*?\*\/|(?<=^|[\s;,{(])\/\/ [^\n]*(?:\n\s*\/\/ [^\n]*)*/gms),
  ]
  const code = source.replaceAll(/(?<=^|[\s{(,])\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, (comment) =>
    comment.replaceAll(/[^\n]/g, ''),
  )
  const texts = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
  return [
    ...comments.flatMap(({ 0: comment, index }) =>
      paragraphs(comment.replaceAll(/^\s*(?:\/\*\*?|\*(?!\/)|\/\/ ?)|\*\/$/gm, '')).map((text) => ({
        line: lineAt(source, index),
        text,
        kind: 'comment' as const,
      })),
    ),
    ...texts.flatMap(({ 1: quoted, 2: template = '', index }) => {
      const text = (quoted ?? template).replaceAll(/\$\{[^}]*\}|\\n/g, ' X ')
      return wordsOf(text) < 3 ? [] : [{ line: lineAt(code, index), text, kind: 'text' as const }]
    }),
  ]
}

/** Returns the paragraphs, items, headings and cells of a page, without its code. */
export function proseOfPage(page: string): Prose[] {
  const text = page.replaceAll(/^\s*```.*?^\s*```/gms, (code) => code.replaceAll(/[^\n]/g, ''))
  const blocks = [...text.matchAll(/(?:^.+\n?)+/gm)]
  return blocks.flatMap(({ 0: block, index }) =>
    block
      .split(/^\s*(?:[-*]|\d+\.|#+) |\||^(?=#)/m)
      .map((part) => ({ line: lineAt(text, index), text: part, kind: 'comment' as const })),
  )
}

/** Returns the parts of a doc comment: its paragraphs, items and tags, up to an example. */
const paragraphs = (comment: string): string[] =>
  (comment.split(/@example|^\s*```/m)[0] ?? '').split(/\n\s*\n|^\s*- |@\w+/m)

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length
