import { readInstant } from '../../core/moment.js'
import { streamFor } from '../../core/random.js'
import type { SeedList } from '../items.js'
import type { RecordKind } from '../kind.js'
import { placeText, problemAt, type SourceDocument } from '../text/places.js'
import { type Path, PROBLEMS_MAX, type Problem } from '../text/problems.js'
import { type Anchor, BlockFields, type BlockSource, type Draw } from './block.js'
import { type TemplateFunctions, templateFunctions } from './faker.js'
import { MadeText, RECORDS_MAX } from './made-text.js'
import { type Placeholder, TemplateError } from './templates.js'

/** If the seed sets no clock, "recent" and "past" in templates count from here: the same on every day. */
const TEMPLATE_REFERENCE_MS = Date.UTC(2026, 0, 1)

/** A block whose fields are compiled. */
interface Block {
  readonly source: BlockSource
  readonly path: Path
  readonly fields: BlockFields
  make(draw: Draw): object
}

/** Expands the lists of one seed, and collects what is wrong with them. */
export class BlockExpander {
  readonly problems: Problem[] = []
  readonly #document: SourceDocument
  readonly #random: number
  readonly #referenceMs: number
  readonly #anchor: Anchor
  readonly #made = new MadeText()
  #functions: TemplateFunctions | undefined
  /** The number of the record that is being made, from 1. */
  #index = 0
  #lastDrawn: Placeholder | undefined

  /**
   * Templates draw from the random seed; `now` is the clock of the seed.
   *
   * @param document for the places of problems
   */
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

  /**
   * Returns the records of the blocks that are sound.
   *
   * @param list a list of blocks; those that are undefined are passed over
   */
  expand(list: Pick<SeedList, 'path' | 'items' | 'stream'>, kind: RecordKind): readonly object[] {
    const records = new Map<string | object, object>()
    /** The blocks that keys and ids are from. */
    const blocks = new Map<string, Path>()
    const put = (made: object, block: Block): void => {
      const identity = kind.identity(made)
      if (identity === undefined) records.set(made, made)
      else {
        this.#assertFree(identity, block, blocks.get(identity))
        blocks.set(identity, block.path)
        records.set(identity, made)
      }
    }
    for (const [index, source] of (list.items as readonly (BlockSource | undefined)[]).entries()) {
      if (source === undefined) continue
      const block = this.#compile(source, [...list.path, index], kind)
      const stream = [...list.stream, source.id ?? source.key ?? `#${index}`]
      if (block !== undefined) this.#makeRecords(block, stream, (made) => put(made, block))
    }
    return [...records.values()]
  }

  /** Looks at the templates of a block of which no records are made, since something else is wrong with it. */
  inspect(source: Readonly<Record<string, unknown>>, path: Path): void {
    const fields = new BlockFields({ literal: source.literal === true }, path)
    fields.inspect(source)
    this.#checkTemplates(fields)
  }

  /** Returns undefined for a block with a problem. */
  #compile(source: BlockSource, path: Path, kind: RecordKind): Block | undefined {
    const isAdmitted = this.#made.admits(source.repeat ?? 1)
    if (!isAdmitted) {
      const message = `the blocks of a seed make ${RECORDS_MAX} records at most`
      this.#report(new TemplateError(message, 'repeat less'), [...path, 'repeat'])
    }
    const fields = new BlockFields(source, path, this.#anchor)
    const make = kind.compile(source, fields)
    return this.#checkTemplates(fields) && isAdmitted ? { source, path, fields, make } : undefined
  }

  /** Reports the templates that are broken, and those that Faker does not have. Returns whether there are none. */
  #checkTemplates({ errors, placeholders }: BlockFields): boolean {
    for (const { error, path } of errors) this.#report(error, path)
    const unknown = placeholders.filter(({ placeholder }) => this.#faker.find(placeholder.path) === undefined)
    for (const { placeholder, path } of unknown) {
      const meant = this.#faker.suggest(placeholder.path)
      const hint =
        meant === undefined
          ? 'templates are paths of fakerjs.dev/api, or index'
          : `did you mean {{${meant}}}?`
      this.#report(new TemplateError(`there is no template {{${placeholder.path}}}`, hint), path)
    }
    return errors.length + unknown.length === 0
  }

  /** Makes the records of the block, up to the first that cannot be made. */
  #makeRecords(
    { source, path, fields, make }: Block,
    stream: readonly string[],
    put: (made: object) => void,
  ): void {
    // The report is full: nobody would see the records or another problem.
    if (this.problems.length >= PROBLEMS_MAX) return
    const { repeat = 1 } = source
    const drawsFaker = fields.placeholders.length > 0
    this.#lastDrawn = undefined
    try {
      for (let index = 1; index <= repeat; index++) {
        this.#index = index
        if (drawsFaker) this.#faker.drawFrom(streamFor(this.#random, ...stream, index))
        const made = make(this.#draw)
        if (repeat > 1 || drawsFaker) this.#made.add(made)
        put(made)
      }
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      const drawn = fields.placeholders.find(({ placeholder }) => placeholder === this.#lastDrawn)
      this.#report(error, error instanceof Collision ? error.path : (drawn?.path ?? path))
    }
  }

  readonly #draw = (placeholder: Placeholder): unknown => {
    if (placeholder.path === 'index') return this.#index
    this.#lastDrawn = placeholder
    try {
      // Some functions work in place: each call gets its own arguments.
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
   * Checks that no earlier block of the file has given a key or id. A later file's record takes the place of an earlier
   * one's (docs/DESIGN.md section 4).
   *
   * @throws Collision
   */
  #assertFree(identity: string, { source, path }: Block, first: Path | undefined): void {
    if (first === undefined || !this.#isSameFile(first, path)) return
    const field = source.key === undefined ? 'id' : 'key'
    const text = JSON.stringify(identity)
    const [message, hint] =
      first === path
        ? [`repeat gives the ${field} ${text} twice`, `put {{index}} in the ${field}`]
        : [`the ${field} ${text} is taken`, `by the one at ${placeText(this.#document, first)}`]
    throw new Collision(message, hint, [...path, field])
  }

  #isSameFile(one: Path, other: Path): boolean {
    const { source } = this.#document
    return source?.textAt(one) === source?.textAt(other)
  }

  /** Faker is loaded when the first template needs it. */
  get #faker(): TemplateFunctions {
    this.#functions ??= templateFunctions(this.#referenceMs)
    return this.#functions
  }

  #report(error: TemplateError, path: Path): void {
    if (this.problems.length >= PROBLEMS_MAX) return
    this.problems.push(problemAt(this.#document, { path, message: error.message, hint: error.hint }))
  }
}

class Collision extends TemplateError {
  constructor(
    message: string,
    hint: string,
    readonly path: Path,
  ) {
    super(message, hint)
  }
}
