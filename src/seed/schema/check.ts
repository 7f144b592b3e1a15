import * as v from 'valibot'
import { nearest } from '../../core/nearest.js'
import { isRecord } from '../../core/objects.js'
import { type ProblemAtPath, problemAt, type SourceDocument } from '../text/places.js'
import { type Path, PROBLEMS_MAX, type Problem, pathText } from '../text/problems.js'
import { describe } from './fields.js'
import { partsOf, type Shape } from './parts.js'

/**
 * Returns everything that keeps a document from being what the schema describes, each with its place and a
 * hint.
 *
 * @param document as read from a seed's text; for other data the place is the first line of "seed"
 */
export function schemaProblems(schema: v.GenericSchema, document: SourceDocument): Problem[] {
  const { data } = document
  const shapes = new ShapeCheck()
  const others: ProblemAtPath[] = []
  for (const part of partsOf(schema, data, [])) {
    shapes.visit(part.schema, part.data, part.path)
    shapes.findMeant()
    const { issues = [] } = v.safeParse(part.schema, part.data)
    for (const issue of issues) {
      if (others.length >= PROBLEMS_MAX) break
      const found = foundBy(issue, part.path, shapes)
      if (found !== undefined) others.push(found)
    }
  }
  return [...shapes.found, ...others].map((found) => problemAt(document, found))
}

/** A field that its mapping does not have; what it was meant for is still to be found. */
interface UnknownField extends ProblemAtPath {
  hint: string | undefined
  readonly mapping: Path
  readonly name: string
  readonly known: readonly string[]
  /** Those that the mapping does not have. */
  readonly free: readonly string[]
}

/** What an issue of the part at a path comes to; undefined for one that another problem explains. */
function foundBy(issue: v.BaseIssue<unknown>, around: Path, check: ShapeCheck): ProblemAtPath | undefined {
  const path = [...around, ...(issue.path ?? []).map(({ key }) => key as string | number)]
  const [message = '', hint] = issue.message.split('\n')
  // ShapeCheck reports unknown fields: valibot stops at the first.
  if (issue.type === 'strict_object' && issue.expected === 'never') return undefined
  const wanted = [path, ...missingFields(message).map((name) => [...path.slice(0, -1), name])]
  if (wanted.some((at) => check.explains(at))) return undefined
  return { path, message, hint }
}

/** The fields, one of which is missing, as `an entry needs "value" or "json"` names them. */
function missingFields(message: string): string[] {
  const [, names = ''] = / needs (.*)/.exec(message) ?? []
  return [...names.matchAll(/"(\w+)"/g)].map(([, name = '']) => name)
}

/** Finds fields that a mapping does not have, and lists in place of mappings. */
class ShapeCheck {
  readonly found: ProblemAtPath[] = []
  /** Paths that a misspelt field was probably meant for. */
  readonly #meant = new Set<string>()
  /** Paths of lists that should be mappings. */
  readonly #lists = new Set<string>()
  #unknown: UnknownField[] = []

  /**
   * Whether a problem reported already explains one at this path: a misspelt field, or a list in place of a
   * mapping.
   */
  explains(path: Path): boolean {
    if (this.#meant.has(pathText(path))) return true
    return this.#lists.size > 0 && path.some((_, depth) => this.#lists.has(pathText(path.slice(0, depth))))
  }

  /**
   * Finds what the unknown fields were meant for that were visited since; until then nothing explains by
   * them.
   */
  findMeant(): void {
    const unknown = this.#unknown
    this.#unknown = []
    for (const field of unknown) {
      const meant = nearest(field.name, field.free)
      if (meant !== undefined) this.#meant.add(pathText([...field.mapping, meant]))
      field.hint = meant === undefined ? `known here: ${field.known.join(', ')}` : `did you mean ${meant}?`
    }
  }

  visit(shape: Shape, data: unknown, path: Path): void {
    if (this.found.length >= PROBLEMS_MAX) return
    if (shape.wrapped !== undefined) this.visit(shape.wrapped, data, path)
    else if (shape.getter !== undefined) this.visit(shape.getter(data), data, path)
    else if (shape.item !== undefined) this.#items(shape.item, data, path)
    else if (shape.entries !== undefined) this.#fields(shape.entries, data, path)
  }

  #items(item: Shape, data: unknown, path: Path): void {
    if (!Array.isArray(data)) return
    for (const [index, value] of data.entries()) this.visit(item, value, [...path, index])
  }

  #fields(entries: Readonly<Record<string, Shape>>, data: unknown, path: Path): void {
    if (Array.isArray(data)) {
      this.#lists.add(pathText(path))
      this.found.push({ path, message: `expected a mapping, found ${describe(data)}` })
    }
    if (!isRecord(data)) return
    const known = Object.keys(entries)
    const free = known.filter((name) => !Object.hasOwn(data, name))
    for (const [name, value] of Object.entries(data)) {
      if (this.found.length >= PROBLEMS_MAX) return
      const shape = Object.hasOwn(entries, name) ? entries[name] : undefined
      if (shape === undefined) this.#noteUnknown({ mapping: path, name, known, free })
      else this.visit(shape, value, [...path, name])
    }
  }

  #noteUnknown(field: Pick<UnknownField, 'mapping' | 'name' | 'known' | 'free'>): void {
    const { mapping, name } = field
    const message = `unknown field ${JSON.stringify(name)}`
    const found = { ...field, path: [...mapping, name], message, hint: undefined, target: 'field' } as const
    this.#unknown.push(found)
    this.found.push(found)
  }
}
