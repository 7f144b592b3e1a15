import { minify } from '../../core/json/json-text.js'
import { type Moment, readMoment } from '../../core/moment.js'
import type { Path } from '../text/problems.js'
import {
  type CompiledText,
  type CompileEvents,
  compileJson,
  compileText,
  type Draw,
  fill,
} from './compiled.js'
import { hasTemplate, type Placeholder, TemplateError } from './templates.js'

/** A record of a seed, with or without templates. */
export interface BlockSource {
  readonly key?: string
  readonly id?: string
  readonly repeat?: number
  readonly literal?: boolean
  readonly value?: unknown
  /** The value as JSON text. */
  readonly json?: string
}

/** Reports of the compiled fields of a block, with paths that begin at the document. */
interface BlockEvents {
  placeholder(placeholder: Placeholder, path: Path): void
  broken(error: TemplateError, path: Path): void
}

/** Compiles the fields of one block, once, whatever its `repeat`. */
export class BlockFields {
  /** Whether anything but {{index}} is drawn. */
  drawsFaker = false
  readonly #isLiteral: boolean
  readonly #path: Path
  readonly #events: BlockEvents

  constructor(block: BlockSource, path: Path, events: BlockEvents) {
    this.#isLiteral = block.literal === true
    this.#path = path
    this.#events = events
  }

  text(name: string, source: string): CompiledText {
    return this.#isLiteral ? [source] : compileText(source, this.#eventsOf(name))
  }

  optionalText(name: string, source: string | undefined): CompiledText | undefined {
    return source === undefined ? undefined : this.text(name, source)
  }

  /** The value of an entry, given as `value` or as exact JSON text. */
  value(value: unknown, json: string | undefined): CompiledText {
    if (json !== undefined) return [minify(json)]
    return this.#isLiteral ? [JSON.stringify(value)] : compileJson(value, this.#eventsOf('value'))
  }

  moment(name: string, source: string | number | bigint | undefined): ((draw: Draw) => Moment) | undefined {
    if (source === undefined) return undefined
    if (typeof source === 'string' && hasTemplate(source) && !this.#isLiteral)
      return this.#drawnMoment(name, source)
    const moment = readMoment(source)
    if (moment !== undefined) return () => moment
    this.#events.broken(noMoment(source), [...this.#path, name])
    return undefined
  }

  #drawnMoment(name: string, source: string): (draw: Draw) => Moment {
    const compiled = this.text(name, source)
    return (draw) => {
      const drawn = fill(compiled, draw)
      const moment = readMoment(drawn)
      if (moment === undefined) throw noMoment(drawn)
      return moment
    }
  }

  #eventsOf(name: string): CompileEvents {
    return {
      placeholder: (placeholder, path) => {
        if (placeholder.path !== 'index') this.drawsFaker = true
        this.#events.placeholder(placeholder, [...this.#path, name, ...path])
      },
      broken: (error, path) => this.#events.broken(error, [...this.#path, name, ...path]),
    }
  }
}

function noMoment(source: string | number | bigint): TemplateError {
  const found = JSON.stringify(String(source))
  return new TemplateError(`${found} is neither an instant nor a duration from the origin such as +10m`)
}
