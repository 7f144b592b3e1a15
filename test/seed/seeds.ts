import { expect, test } from 'vitest'
import type { ExpandedSeed } from '../../src/seed/expand/expand.js'
import { expandSeed } from '../../src/seed/expand/expand.js'
import { parseSeeds } from '../../src/seed/parse.js'
import type { Seed } from '../../src/seed/schema/schema.js'
import { type Problem, SeedProblems } from '../../src/seed/text/problems.js'

/** Where a test's text is expected to be wrong: taken out of the text, it leaves a line and a column. */
const MARK = '§'

/** What is wrong with the texts, called a.yaml, b.yaml, …; empty where nothing is. */
export function problemsOf(...texts: readonly string[]): readonly Problem[] {
  try {
    parseSeeds(named(texts))
    return []
  } catch (error) {
    if (error instanceof SeedProblems) return error.problems
    throw error
  }
}

/** What is wrong with the templates of a text. */
export async function expandProblemsOf(...texts: readonly string[]): Promise<readonly Problem[]> {
  try {
    await expanded(...texts)
    return []
  } catch (error) {
    if (error instanceof SeedProblems) return error.problems
    throw error
  }
}

/** The data of the texts, joined. */
export function parsed(...texts: readonly string[]): Seed {
  return parseSeeds(named(texts)).data
}

/** All of the texts, joined and expanded. */
export async function expanded(...texts: readonly string[]): Promise<ExpandedSeed> {
  return expandSeed(parseSeeds(named(texts)), 1)
}

/** A text without its mark, and `line:column` of the mark. */
export function marked(text: string): { readonly text: string; readonly at: string } {
  const before = text.slice(0, text.indexOf(MARK)).split('\n')
  return { text: text.replace(MARK, ''), at: `${before.length}:${(before.at(-1) ?? '').length + 1}` }
}

/** The problem in a form that is short to compare: `line:column`, message and mend. */
export function brief({ line, column, message, hint }: Problem): {
  at: string
  message: string
  hint: string | undefined
} {
  return { at: `${line}:${column}`, message, hint }
}

/** What it is, text with § where it is wrong, message, mend. */
export type Row = readonly [name: string, text: string, message: string | RegExp, hint?: string]

/** One test a row: the text has this one problem, at its mark. */
export function testProblems(rows: readonly Row[]): void {
  for (const [name, source, message, hint] of rows) {
    test(name, () => {
      const { text, at } = marked(source)
      const said = typeof message === 'string' ? message : expect.stringMatching(message)
      expect(problemsOf(text).map(brief)).toEqual([{ at, message: said, hint }])
    })
  }
}

function named(texts: readonly string[]) {
  return texts.map((text, index) => ({ name: `${String.fromCharCode(97 + index)}.yaml`, text }))
}
