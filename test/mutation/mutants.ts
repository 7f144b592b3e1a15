import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/** The mutated sources. Each wire.ts is left out, because it holds declarations for the OpenAPI document. */
const MUTATED: readonly string[] = ['src/domain', 'src/services', 'src/request']

/** A small change to the sources. */
export interface Mutant {
  readonly id: string
  /** Relative to the root of the checkout. */
  readonly file: string
  /** The line on which the original begins, counted from 1. */
  readonly line: number
  /** Stryker's name for the kind of change. */
  readonly mutator: string
  readonly original: string
  readonly replacement: string
}

/** All mutants, and sources in which each can be switched on. */
export interface Mutated {
  readonly mutants: readonly Mutant[]
  /** By file. */
  readonly sources: ReadonlyMap<string, string>
}

export async function mutate(root: string): Promise<Mutated> {
  const texts = new Map(sourcesUnder(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const files = [...texts].map(([name, content]) => ({ name, content, mutate: true }))
  const options = { plugins: null, excludedMutations: [], ignorers: [] }
  const { mutants, files: sources } = await new Instrumenter(SILENT).instrument(files, options)
  return {
    mutants: mutants.map(({ id, fileName, location, mutatorName, replacement }) => ({
      id,
      file: fileName,
      line: location.start.line + 1,
      mutator: mutatorName,
      original: cut(texts.get(fileName) ?? '', location),
      replacement,
    })),
    sources: new Map(sources.map(({ name, content }) => [name, content])),
  }
}

/** A name that stays the same when lines move: the change itself, without redundant white space. */
export const changeOf = ({ original, replacement }: Mutant): string =>
  `${squeezed(original)} => ${squeezed(replacement)}`

const CHANGE_MAX = 90
const squeezed = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > CHANGE_MAX ? `${line.slice(0, CHANGE_MAX)}…` : line
}

function sourcesUnder(root: string): string[] {
  return MUTATED.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && basename(name) !== 'wire.ts')
      .sort()
      .map((name) => `${folder}/${name}`),
  )
}

interface Position {
  readonly line: number
  readonly column: number
}

/** Both positions count from 0. */
function cut(text: string, { start, end }: { readonly start: Position; readonly end: Position }): string {
  const lines = text.split('\n').slice(start.line, end.line + 1)
  const last = lines.length - 1
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
    .join('\n')
}

const nothing = () => {}
const never = () => false
const SILENT = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}
