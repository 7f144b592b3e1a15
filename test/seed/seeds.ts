import { expect, test } from 'vitest'
import { State } from '../../src/domain/state.js'
import { parseSeeds } from '../../src/seed/parse.js'
import { BEGINNING } from '../../src/seed/resume-point.js'
import { type Problem, SeedProblems } from '../../src/seed/text/problems.js'
import { CONFIG } from '../../src/services/config/contents.js'
import { DOCUMENTS } from '../../src/services/documents/contents.js'
import { type ContractSeed, services } from '../../src/services/index.js'
import { KV } from '../../src/services/kv/contents.js'
import { loadSeed } from '../../src/worlds/world-seed.js'

/** Marks where a test's text is expected to be wrong. It is removed from the text, and gives a line and a column. */
const MARK = '§'

/** The texts are called a.yaml, b.yaml, … */
export function problemsOf(...texts: readonly string[]): readonly Problem[] {
  try {
    parseSeeds(named(texts), services)
    return []
  } catch (error) {
    if (error instanceof SeedProblems) return error.problems
    throw error
  }
}

export async function expandProblemsOf(...texts: readonly string[]): Promise<readonly Problem[]> {
  try {
    await expanded(...texts)
    return []
  } catch (error) {
    if (error instanceof SeedProblems) return error.problems
    throw error
  }
}

/** The data of the joined texts. */
export function parsed(...texts: readonly string[]): ContractSeed {
  return parseSeeds(named(texts), services).data as ContractSeed
}

/** The records of a state loaded from the joined texts. */
export function loaded(texts: readonly string[], random = 1) {
  const state = loadSeed(
    parseSeeds(named(texts), services),
    { services, random, resume: BEGINNING, anchor: 'origin' },
    State.empty(services),
  )
  return {
    namespaces: [...state.of(KV).namespaces.values()].map(({ id, owner, limits, usage, entries }) => {
      return { id, owner, limits, usage: usage.months(), entries: [...entries.values()] }
    }),
    stores: [...state.of(CONFIG).stores.values()].map(({ id, owner, entries }) => {
      return { id, owner, entries: [...entries.values()] }
    }),
    keys: [...state.scopedKeys.values()],
    rateLimit: state.of(DOCUMENTS).rateLimit,
    databaseKeys: [...state.of(DOCUMENTS).keys.values()],
    projects: [...state.of(DOCUMENTS).projects.records.values()],
    documents: [...state.of(DOCUMENTS).documents.records.values()],
  }
}

export const expanded = async (...texts: readonly string[]) => loaded(texts)

/** A text without its mark, and the mark's `line:column`. */
export function marked(text: string): { readonly text: string; readonly at: string } {
  const before = text.slice(0, text.indexOf(MARK)).split('\n')
  return { text: text.replace(MARK, ''), at: `${before.length}:${(before.at(-1) ?? '').length + 1}` }
}

/** A short form to compare: `line:column`, message and hint. */
export function brief({ line, column, message, hint }: Problem): {
  at: string
  message: string
  hint: string | undefined
} {
  return { at: `${line}:${column}`, message, hint }
}

/** The mistake, the text with § at it, the message and the hint. */
export type Row = readonly [name: string, text: string, message: string | RegExp, hint?: string]

/** Declares a test for each row: the text has this one problem, at its mark. */
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
