import { streamFor } from '../../core/random.js'
import { Slice, type Steps } from '../../core/steps.js'
import { boundOptions } from '../../wording/bound-options.js'
import { placeText, problemAt, textAt } from '../text/places.js'
import { ITEMS_A_PROBLEM, type Path, PROBLEMS_MAX, type Problem } from '../text/problems.js'
import type { Hold } from '../text/reading-room.js'
import { BlockFields, type BlockSource } from './block.js'
import { type CompileEvents, type Draw, inspectTemplates } from './compiled.js'
import type { TemplateFunctions } from './faker.js'
import { MadeText } from './made-text.js'
import { type Placeholder, TemplateError } from './templates.js'

/** A block takes so many times as long to compile as most work on an item does. */
const ITEMS_A_BLOCK = 4

/** How the blocks of one list become records. */
export interface RecordKind<Source extends BlockSource, Made> {
  compile(source: Source, fields: BlockFields): (draw: Draw) => Made
  /** The key or id, which no two records of the list share; undefined for a record without an id. */
  identity(made: Made): string | undefined
}

export interface ExpandOptions {
  /** The random seed that templates draw from. */
  readonly random: number
  /** The most records that one block may stand for. */
  readonly repeats: number
  /** Bytes that all records may take; left out, no bound. */
  readonly memory?: number
  /** Is told what they take; left out, there is room for anything. */
  readonly hold?: Hold | undefined
  /** Ends the work; its reason is thrown. */
  readonly stopping?: AbortSignal | undefined
}

/** Whether something is wrong with a block: then no records are made of it. */
interface Soundness {
  isBroken: boolean
}

interface Block<Made> extends Soundness {
  readonly source: BlockSource
  readonly path: Path
  /** Names its streams: its id or key text, else its position in the list. */
  readonly name: string
  readonly drawsFaker: boolean
  make(draw: Draw): Made
}

/** A list whose blocks are compiled; `expand` makes the records of those that are sound. */
export interface CompiledList<Made> {
  expand(): Steps<Made[]>
}

/** Expands the lists of one seed in two steps: it compiles all, then fills in. All problems are reported at once. */
export class BlockExpander {
  readonly problems: Problem[] = []
  readonly #data: unknown
  readonly #random: number
  readonly #made: MadeText
  readonly #placeholders = new Map<Placeholder, { readonly at: Path; readonly block: Soundness }>()
  #functions: TemplateFunctions | undefined
  readonly #slice = new Slice()
  #index = 0
  #lastDrawn: Placeholder | undefined

  /** @param data the document, for the places of problems */
  constructor(data: unknown, { random, repeats, memory, hold }: ExpandOptions) {
    this.#data = data
    this.#random = random
    this.#made = new MadeText(repeats, memory, hold)
  }

  /**
   * @param list names the list in its streams, and must not change when other lists do
   * @param sources undefined for blocks that are passed over
   */
  *compile<Source extends BlockSource, Made extends object>(
    list: readonly string[],
    path: Path,
    sources: readonly (Source | undefined)[],
    kind: RecordKind<Source, Made>,
  ): Steps<CompiledList<Made>> {
    const blocks: Block<Made>[] = []
    for (const [index, source] of sources.entries()) {
      if (source !== undefined) blocks.push(this.#compileBlock(source, [...path, index], index, kind))
      if (this.#slice.spend(ITEMS_A_BLOCK)) yield
    }
    return { expand: () => this.#expandList(list, blocks, kind) }
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
  *link(functions: TemplateFunctions): Steps<void> {
    this.#functions = functions
    for (const [{ path }, { at, block }] of this.#placeholders) {
      if (this.#slice.spend()) yield
      if (functions.find(path) !== undefined) continue
      block.isBroken = true
      if (this.problems.length >= PROBLEMS_MAX) continue
      const meant = functions.suggest(path)
      const hint =
        meant === undefined
          ? 'templates are paths of fakerjs.dev/api, or index'
          : `did you mean {{${meant}}}?`
      this.problems.push(problemAt(this.#data, at, `there is no template {{${path}}}`, hint))
    }
  }

  #compileBlock<Source extends BlockSource, Made extends object>(
    source: Source,
    path: Path,
    index: number,
    kind: RecordKind<Source, Made>,
  ): Block<Made> {
    const block: Soundness = { isBroken: !this.#hasFewRepeats(source, path) }
    const fields = new BlockFields(source, path, this.#eventsFor(block))
    const make = kind.compile(source, fields)
    const name = source.id ?? source.key ?? `#${index}`
    return Object.assign(block, { source, path, name, drawsFaker: fields.drawsFaker, make })
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
    this.problems.push(problemAt(this.#data, [...path, 'repeat'], message, hint))
    return false
  }

  *#expandList<Source extends BlockSource, Made extends object>(
    list: readonly string[],
    blocks: readonly Block<Made>[],
    kind: RecordKind<Source, Made>,
  ): Steps<Made[]> {
    const records: Made[] = []
    const owners = new Map<string, { readonly block: Block<Made>; readonly at: number }>()
    for (const block of blocks) {
      // Of more problems than are told nothing is known, so that there is nothing left to make.
      if (this.problems.length >= PROBLEMS_MAX) break
      if (block.isBroken) continue
      yield* this.#makeRecords(list, block, (made) => {
        const identity = kind.identity(made)
        const owner = identity === undefined ? undefined : owners.get(identity)
        if (owner !== undefined && this.#isSameFile(owner.block, block))
          throw this.#collision(identity ?? '', owner.block, block)
        const at = owner?.at ?? records.length
        records[at] = made
        if (identity !== undefined) owners.set(identity, { block, at })
      })
    }
    return records
  }

  /** Makes the records of the block, up to the first that cannot be made. */
  *#makeRecords<Made extends object>(
    list: readonly string[],
    block: Block<Made>,
    take: (made: Made) => void,
  ): Steps<void> {
    const draw: Draw = (placeholder) => this.#draw(placeholder)
    const { repeat = 1 } = block.source
    this.#lastDrawn = undefined
    try {
      this.#made.beginBlock(repeat)
      for (let index = 1; index <= repeat; index++) {
        this.#index = index
        this.#made.beginRecord()
        if (block.drawsFaker) this.#functions?.drawFrom(streamFor(this.#random, ...list, block.name, index))
        const made = block.make(draw)
        if (repeat > 1 || block.drawsFaker) this.#made.add(made, repeat > 1)
        take(made)
        if (this.#slice.spend()) yield
      }
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      const drawn = this.#lastDrawn === undefined ? undefined : this.#placeholders.get(this.#lastDrawn)?.at
      this.#report(error, error instanceof Collision ? error.path : (drawn ?? block.path))
      if (this.#slice.spend(ITEMS_A_PROBLEM)) yield
    }
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

  #collision(identity: string, first: Block<unknown>, second: Block<unknown>): Collision {
    const field = second.source.key === undefined ? 'id' : 'key'
    const text = JSON.stringify(identity)
    const path = [...second.path, field]
    if (first !== second) {
      return new Collision(
        `the ${field} ${text} is taken`,
        `by the one at ${placeText(this.#data, first.path)}`,
        path,
      )
    }
    return new Collision(`repeat gives the ${field} ${text} twice`, `put {{index}} in the ${field}`, path)
  }

  /** In one file two equal keys are a mistake; a later file's record takes the earlier one's place (docs/DESIGN.md section 4). */
  #isSameFile(a: Block<unknown>, b: Block<unknown>): boolean {
    return textAt(this.#data, a.path) === textAt(this.#data, b.path)
  }

  #report(error: TemplateError, path: Path): void {
    if (this.problems.length >= PROBLEMS_MAX) return
    this.problems.push(problemAt(this.#data, path, error.message, error.hint))
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
