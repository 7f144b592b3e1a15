import { safeParse } from 'valibot'
import { didYouMean, hintOf } from '../../core/expected.js'
import { readInstant } from '../../core/moment.js'
import { streamFor } from '../../core/random.js'
import type { SeedList } from '../items.js'
import type { RecordKind } from '../kind.js'
import { placeText, problemAt, type SourceDocument } from '../text/positions.js'
import { type Path, PROBLEMS_MAX, type Problem } from '../text/problems.js'
import type { Anchor, BlockSource } from './block.js'
import { MadeText, RECORDS_MAX } from './bounds.js'
import { type TemplateFunctions, templateFunctions } from './faker.js'
import { type BlockTemplates, Filler, templatedTexts } from './fill.js'
import { hasTemplate, type Placeholder, parseTemplate, TemplateError } from './templates.js'

/**
 * "recent" and "past" are relative to this if the seed doesn't set a clock, so results don't change from day to day.
 */
const TEMPLATE_REFERENCE_MS = Date.UTC(2026, 0, 1)

interface Block {
  readonly source: BlockSource
  readonly path: Path
  readonly templates: BlockTemplates
}

/** Problems are collected in `problems` rather than thrown. */
export class BlockExpander {
  readonly problems: Problem[] = []
  readonly #document: SourceDocument
  readonly #random: number
  readonly #referenceMs: number
  readonly #anchor: Anchor
  readonly #made = new MadeText()
  #functions: TemplateFunctions | undefined
  /** The current record's number, from 1. */
  #index = 0

  /** @param document used to locate problems */
  constructor(
    document: SourceDocument,
    {
      random,
      now = '',
      anchor = 'origin',
    }: { readonly random: number; readonly now?: string | number | undefined; readonly anchor?: Anchor },
  ) {
    this.#document = document
    this.#random = random
    this.#anchor = anchor
    this.#referenceMs = readInstant(now) ?? TEMPLATE_REFERENCE_MS
  }

  /** Skips blocks that are undefined or have a problem. */
  expand(list: Pick<SeedList, 'path' | 'items' | 'stream'>, kind: RecordKind): readonly object[] {
    /** By key or id. A record that has neither is its own key. */
    const records = new Map<string | object, { readonly made: object; readonly block: Block }>()
    const put = (made: object, block: Block): void => {
      const identity = kind.identity(made)
      if (identity !== undefined) this.#assertFree(identity, block, records.get(identity)?.block.path)
      records.set(identity ?? made, { made, block })
    }
    for (const [index, source] of (list.items as readonly (BlockSource | undefined)[]).entries()) {
      if (source === undefined) continue
      const block = this.#blockOf(source, [...list.path, index])
      const stream = [...list.stream, source.id ?? source.key ?? `#${index}`]
      if (block !== undefined) this.#makeRecords(block, kind, stream, (made) => put(made, block))
    }
    return Array.from(records.values(), ({ made }) => made)
  }

  /** Checks a block's templates without creating any records. Used for blocks that have other problems. */
  inspect(source: Readonly<Record<string, unknown>>, path: Path): void {
    this.#templatesOf(source, path)
  }

  #blockOf(source: BlockSource, path: Path): Block | undefined {
    const isAdmitted = this.#made.admits(source.repeat ?? 1)
    if (!isAdmitted) {
      const message = `a seed can generate at most ${RECORDS_MAX} records`
      this.#report(new TemplateError(message, 'lower the repeat'), [...path, 'repeat'])
    }
    const templates = this.#templatesOf({ ...source }, path)
    return templates !== undefined && isAdmitted ? { source, path, templates } : undefined
  }

  /** Returns undefined, and reports the problems, if a template is malformed or Faker doesn't have it. */
  #templatesOf(block: Readonly<Record<string, unknown>>, path: Path): BlockTemplates | undefined {
    const templates = new Map<string, { template: ReturnType<typeof parseTemplate>; path: Path }>()
    let isSound = true
    for (const { text, path: at } of templatedTexts(block, path)) {
      try {
        const template = parseTemplate(text)
        for (const part of template) if (typeof part !== 'string') this.#assertKnown(part)
        if (!templates.has(text)) templates.set(text, { template, path: at })
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error
        isSound = false
        this.#report(error, at)
      }
    }
    return isSound ? templates : undefined
  }

  #assertKnown({ path }: Placeholder): void {
    if (path === 'index' || this.#faker.find(path) !== undefined) return
    const meant = this.#faker.suggest(path)
    const hint = didYouMean(meant && `{{${meant}}}`, 'use a path from fakerjs.dev/api, or index')
    throw new TemplateError(`there is no template {{${path}}}`, hint)
  }

  /** Stops at the first failure. */
  #makeRecords(
    { source, path, templates }: Block,
    kind: RecordKind,
    stream: readonly string[],
    put: (made: object) => void,
  ): void {
    // The report is already full, so nobody would see further records or problems.
    if (this.problems.length >= PROBLEMS_MAX) return
    const { repeat = 1 } = source
    const filler = new Filler(templates, this.#draw)
    const placeholders = [...templates.values()].flatMap(({ template }) => template)
    const drawsFaker = placeholders.some((part) => typeof part !== 'string' && part.path !== 'index')
    const isChecked = templates.size > 0 || Object.values(source).some(isTemplated)
    try {
      for (let index = 1; index <= repeat; index++) {
        this.#index = index
        if (drawsFaker) this.#faker.drawFrom(streamFor(this.#random, ...stream, index))
        const filled = templates.size === 0 ? source : filler.record(source, kind.fields)
        const record = isChecked ? this.#checked(filled, kind, path) : source
        if (record === undefined) return
        const made = kind.make(record, this.#anchor)
        if (repeat > 1 || drawsFaker) this.#made.add(made)
        put(made)
      }
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      const at = filler.at.length === 0 ? path : filler.at
      this.#report(error, error instanceof Collision ? error.path : at)
    }
  }

  /** Validates a record once its templates are filled in, and reports the first problem. */
  #checked(record: BlockSource, kind: RecordKind, path: Path): BlockSource | undefined {
    const { success, output, issues } = safeParse(kind.plain, record)
    if (success) return output
    const [issue] = issues
    const within = (issue.path ?? []).map(({ key }) => key as string | number)
    this.#report(new TemplateError(issue.message, hintOf(issue)), [...path, ...within])
    return undefined
  }

  readonly #draw = (placeholder: Placeholder): unknown => {
    if (placeholder.path === 'index') return this.#index
    try {
      // Some Faker functions modify their arguments, so we pass a copy.
      const drawn = this.#faker.find(placeholder.path)?.(...structuredClone(placeholder.args))
      this.#made.addDrawn(drawn)
      return drawn
    } catch (error) {
      const hint = error instanceof TemplateError ? error.hint : undefined
      throw new TemplateError(
        `{{${placeholder.path}}}: ${error instanceof Error ? error.message : error}`,
        hint,
      )
    }
  }

  /**
   * Throws a `Collision` if an earlier block of the same file used the same key or id. A record in a later file
   * replaces the earlier one instead (docs/DESIGN.md section 4).
   */
  #assertFree(identity: string, { source, path }: Block, first: Path | undefined): void {
    if (first === undefined || !this.#isSameFile(first, path)) return
    const field = source.key === undefined ? 'id' : 'key'
    const text = JSON.stringify(identity)
    const [message, hint] =
      first === path
        ? [`repeat creates the ${field} ${text} twice`, `put {{index}} in the ${field}`]
        : [`the ${field} ${text} is taken`, `by the one at ${placeText(this.#document, first)}`]
    throw new Collision(message, hint, [...path, field])
  }

  #isSameFile(one: Path, other: Path): boolean {
    const { source } = this.#document
    return source?.textAt(one) === source?.textAt(other)
  }

  get #faker(): TemplateFunctions {
    this.#functions ??= templateFunctions(this.#referenceMs)
    return this.#functions
  }

  #report(error: TemplateError, path: Path): void {
    if (this.problems.length >= PROBLEMS_MAX) return
    this.problems.push(problemAt(this.#document, { path, message: error.message, hint: error.hint }))
  }
}

const isTemplated = (field: unknown): boolean => typeof field === 'string' && hasTemplate(field)

class Collision extends TemplateError {
  constructor(
    message: string,
    hint: string,
    readonly path: Path,
  ) {
    super(message, hint)
  }
}
