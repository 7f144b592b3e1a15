import { streamFor } from '../../core/random.js'
import { boundOptions } from '../../wording/bound-options.js'
import { placeText, problemAt, type SourceDocument } from '../text/places.js'
import { type Path, PROBLEMS_MAX, type Problem } from '../text/problems.js'
import { BlockFields, type BlockSource } from './block.js'
import { type CompileEvents, type Draw, inspectTemplates } from './compiled.js'
import { CompiledList, type ListOf, NOTHING, type RecordKind, Records } from './compiled-list.js'
import type { TemplateFunctions } from './faker.js'
import { MadeText } from './made-text.js'
import { type Placeholder, TemplateError } from './templates.js'

export interface ExpandOptions {
  /** The random seed that templates draw from. */
  readonly random: number
  /** The most records that one block may stand for. */
  readonly repeats: number
  /** Bytes that all records may take; left out, no bound. */
  readonly memory?: number
  /** Ends the work; its reason is thrown. */
  readonly stopping?: AbortSignal | undefined
}

/** Whether something is wrong with a block: then no records are made of it. */
interface Soundness {
  isBroken: boolean
}

interface Block<Made> extends Soundness {
  readonly source: BlockSource
  /** Its place in the list. */
  readonly index: number
  /** Names its streams: its id or key text, else its position in the list. */
  readonly name: string
  readonly drawsFaker: boolean
  make(draw: Draw): Made
}

/**
 * Expands the lists of one seed in two steps: it compiles all and makes what it can, then what draws from Faker. All problems
 * are reported at once.
 */
export class BlockExpander {
  readonly problems: Problem[] = []
  readonly #document: SourceDocument
  readonly #random: number
  readonly #made: MadeText
  readonly #placeholders = new Map<Placeholder, { readonly at: Path; readonly block: Soundness }>()
  #functions: TemplateFunctions | undefined
  #index = 0
  #lastDrawn: Placeholder | undefined

  /** @param document for the places of problems */
  constructor(document: SourceDocument, { random, repeats, memory }: ExpandOptions) {
    this.#document = document
    this.#random = random
    this.#made = new MadeText(repeats, memory)
  }

  /**
   * @param name names the list in its streams, and must not change when other lists do
   * @param sources undefined for blocks that are passed over
   */
  compile<Source extends BlockSource, Made extends object>(
    name: readonly string[],
    path: Path,
    sources: readonly (Source | undefined)[],
    kind: RecordKind<Source, Made>,
  ): CompiledList<Made> {
    if (sources.length === 0) return NOTHING
    const list = { name, path, kind }
    const records = new Records<Made>()
    // Records are made in order: what is behind one that waits, waits too. Of the others nothing but the records is kept.
    const waiting: Block<Made>[] = []
    for (const [index, source] of sources.entries()) {
      if (source !== undefined) {
        const block = this.#compileBlock(source, index, list)
        if (block.drawsFaker || waiting.length > 0) waiting.push(block)
        else this.#makeRecords(list, block, records)
      }
    }
    // A copy has no room for more.
    if (waiting.length === 0) return new CompiledList(records.made.slice())
    return new CompiledList(records.made, () => this.#makeAll(list, waiting, records))
  }

  /** Looks at the templates of a block of which no records are made, since something else is wrong with it. */
  inspect({ json: _, ...source }: Readonly<Record<string, unknown>>, path: Path): void {
    if (source.literal === true) return
    const events = this.#eventsFor({ isBroken: true })
    inspectTemplates(source, {
      placeholder: (placeholder, at) => events.placeholder(placeholder, [...path, ...at]),
      broken: (error, at) => events.broken(error, [...path, ...at]),
    })
  }

  /** Whether a template other than {{index}} was compiled. */
  get needsFaker(): boolean {
    return this.#placeholders.size > 0
  }

  /** Gives the functions that templates name; a name that is none of theirs is a problem. */
  link(functions: TemplateFunctions): void {
    this.#functions = functions
    for (const [{ path }, { at, block }] of this.#placeholders) {
      if (functions.find(path) !== undefined) continue
      block.isBroken = true
      if (this.problems.length >= PROBLEMS_MAX) continue
      const meant = functions.suggest(path)
      const hint =
        meant === undefined
          ? 'templates are paths of fakerjs.dev/api, or index'
          : `did you mean {{${meant}}}?`
      this.problems.push(problemAt(this.#document, at, `there is no template {{${path}}}`, hint))
    }
  }

  #compileBlock<Source extends BlockSource, Made extends object>(
    source: Source,
    index: number,
    { path: listPath, kind }: ListOf<Source, Made>,
  ): Block<Made> {
    const path = [...listPath, index]
    const block: Soundness = { isBroken: !this.#hasFewRepeats(source, path) }
    const fields = new BlockFields(source, path, this.#eventsFor(block))
    const make = kind.compile(source, fields)
    const name = source.id ?? source.key ?? `#${index}`
    return Object.assign(block, { source, index, name, drawsFaker: fields.drawsFaker, make })
  }

  #eventsFor(block: Soundness): CompileEvents {
    return {
      placeholder: (placeholder, at) => {
        if (placeholder.path !== 'index') this.#placeholders.set(placeholder, { at, block })
      },
      broken: (error, at) => {
        block.isBroken = true
        this.#report(error, at)
      },
    }
  }

  #hasFewRepeats({ repeat = 1 }: BlockSource, path: Path): boolean {
    const { repeatsMax } = this.#made
    if (repeat <= repeatsMax) return true
    const message = `a block stands for ${repeatsMax} records at most`
    const hint = `split it in two, or start with --${boundOptions.repeats} ${repeat}`
    this.problems.push(problemAt(this.#document, [...path, 'repeat'], message, hint))
    return false
  }

  #makeAll<Source extends BlockSource, Made extends object>(
    list: ListOf<Source, Made>,
    blocks: readonly Block<Made>[],
    records: Records<Made>,
  ): readonly Made[] {
    for (const block of blocks) this.#makeRecords(list, block, records)
    return records.made
  }

  /** Makes the records of the block, up to the first that cannot be made. */
  #makeRecords<Source extends BlockSource, Made extends object>(
    list: ListOf<Source, Made>,
    block: Block<Made>,
    records: Records<Made>,
  ): void {
    // Of more problems than are told nothing is known, so that there is nothing left to make.
    if (block.isBroken || this.problems.length >= PROBLEMS_MAX) return
    const draw: Draw = (placeholder) => this.#draw(placeholder)
    const { repeat = 1 } = block.source
    this.#lastDrawn = undefined
    try {
      this.#made.beginBlock(repeat)
      for (let index = 1; index <= repeat; index++) {
        this.#index = index
        this.#made.beginRecord()
        if (block.drawsFaker)
          this.#functions?.drawFrom(streamFor(this.#random, ...list.name, block.name, index))
        const made = block.make(draw)
        if (repeat > 1 || block.drawsFaker) this.#made.add(made, repeat > 1)
        this.#put(made, list, block, records)
      }
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      const drawn = this.#lastDrawn === undefined ? undefined : this.#placeholders.get(this.#lastDrawn)?.at
      const at = error instanceof Collision ? error.path : (drawn ?? [...list.path, block.index])
      this.#report(error, at)
    }
  }

  #put<Source extends BlockSource, Made>(
    made: Made,
    { path, kind }: ListOf<Source, Made>,
    { source, index }: Block<Made>,
    records: Records<Made>,
  ): void {
    const identity = kind.identity(made)
    const first = identity === undefined ? undefined : records.blockOf(identity)
    if (
      identity !== undefined &&
      first !== undefined &&
      this.#isSameFile([...path, first], [...path, index])
    ) {
      const at = [...path, index, source.key === undefined ? 'id' : 'key']
      throw this.#collision(identity, at, first === index ? undefined : [...path, first])
    }
    records.put(made, identity, index)
  }

  #draw(placeholder: Placeholder): unknown {
    if (placeholder.path === 'index') return this.#index
    this.#lastDrawn = placeholder
    try {
      // Some functions work in place: each call gets arguments of its own.
      const args = placeholder.args.length === 0 ? placeholder.args : structuredClone(placeholder.args)
      const drawn = this.#functions?.find(placeholder.path)?.(...args)
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

  /** @param first the block that has the key or id; undefined where it is the same one */
  #collision(identity: string, at: Path, first: Path | undefined): Collision {
    const field = at.at(-1)
    const text = JSON.stringify(identity)
    return first === undefined
      ? new Collision(`repeat gives the ${field} ${text} twice`, `put {{index}} in the ${field}`, at)
      : new Collision(
          `the ${field} ${text} is taken`,
          `by the one at ${placeText(this.#document, first)}`,
          at,
        )
  }

  /** In one file two equal keys are a mistake; a later file's record takes the earlier one's place (docs/DESIGN.md section 4). */
  #isSameFile(one: Path, other: Path): boolean {
    const { source } = this.#document
    return source?.textAt(one) === source?.textAt(other)
  }

  #report(error: TemplateError, path: Path): void {
    if (this.problems.length >= PROBLEMS_MAX) return
    this.problems.push(problemAt(this.#document, path, error.message, error.hint))
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
