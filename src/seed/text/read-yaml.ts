import type { Alias, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { nearest } from '../../core/nearest.js'
import { isRecord, setField } from '../../core/objects.js'
import { noteLender, noteOrigin } from './places.js'
import { messageText, PROBLEMS_MAX, type Problem } from './problems.js'
import type { SeedText } from './seed-text.js'
import { type NumberUse, numberUse, readNumber } from './source-numbers.js'
import { yaml } from './yaml.js'
import { givenTwice, TOO_DEEP, yamlProblem } from './yaml-problems.js'
import { NestedTooDeeply } from './yaml-tree.js'

/** Data read from text, and what was wrong with the text. */
export interface Reading {
  /** Undefined where the text could not be understood at all. */
  readonly data: unknown
  readonly problems: readonly Problem[]
}

/** Nodes that aliases may add to a document: enough for any fixture, too few for a bomb. */
export const ALIASED_NODES_MAX = 100_000

/** Long text counts for more than one node, or a single page of it could be multiplied to gigabytes. */
const CHARACTERS_A_NODE = 100

/**
 * Reads YAML 1.2 (core schema, merge keys). Mappings become plain objects whose places are known to `problemAt`; an
 * alias gives the very object of its anchor. Empty text gives an empty mapping.
 */
export function readYaml(text: SeedText): Reading {
  const syntax = syntaxProblems(text)
  if (syntax.problems.length > 0 && !syntax.readable) return { data: undefined, problems: syntax.problems }
  const reader = new YamlReader(text)
  const data = reader.read()
  return { data, problems: [...syntax.problems, ...reader.problems] }
}

/** One problem a line: after the first, the YAML reader mostly stumbles over its own recovery. */
function syntaxProblems(text: SeedText): { problems: Problem[]; readable: boolean } {
  try {
    const { errors, warnings } = text.document
    const problems = new Map<number, Problem>()
    for (const error of [...errors, ...warnings].slice(0, PROBLEMS_MAX)) {
      const problem = yamlProblem(error, text)
      if (!problems.has(problem.line)) problems.set(problem.line, problem)
    }
    return { problems: [...problems.values()], readable: errors.length === 0 }
  } catch (error) {
    if (!(error instanceof NestedTooDeeply)) throw error
    return { problems: [tooDeep(text, error.offset)], readable: false }
  }
}

function tooDeep(text: SeedText, offset: number): Problem {
  return { file: text.name, ...text.position(offset), path: '', message: TOO_DEEP }
}

interface Anchored {
  /** Undefined as long as the anchor's own content is being read. */
  content?: { readonly data: unknown; readonly nodes: number }
}

class YamlReader {
  readonly problems: Problem[] = []
  readonly #yaml = yaml()
  readonly #text: SeedText
  readonly #anchors = new Map<string, Anchored>()
  #nodes = 0
  #aliasedNodes = 0

  constructor(text: SeedText) {
    this.#text = text
  }

  read(): unknown {
    const { contents } = this.#text.document
    const data = contents === null ? null : this.#node(contents, 'number')
    if (data !== null) return data
    const empty = {}
    noteOrigin(empty, this.#text, 0)
    return empty
  }

  #node(node: unknown, use: NumberUse): unknown {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml
    this.#nodes++
    if (isAlias(node)) return this.#alias(node)
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null
    const anchored: Anchored = {}
    if (node.anchor) this.#anchors.set(node.anchor, anchored)
    const nodesBefore = this.#nodes
    const data = isScalar(node) ? scalar(node, use) : this.#collection(node, use)
    if (typeof data === 'string') this.#nodes += Math.floor(data.length / CHARACTERS_A_NODE)
    anchored.content = { data, nodes: this.#nodes - nodesBefore + 1 }
    return data
  }

  #collection(node: YAMLMap | YAMLSeq, use: NumberUse): unknown {
    const data = this.#yaml.isMap(node)
      ? this.#mapping(node, use)
      : node.items.map((item) => this.#node(item, use))
    noteOrigin(data, this.#text, node.range?.[0] ?? 0)
    return data
  }

  #mapping(node: YAMLMap, use: NumberUse): Record<string, unknown> {
    const data: Record<string, unknown> = {}
    const merged: Record<string, unknown>[] = []
    const names = new Set<string>()
    for (const pair of node.items) {
      const name = String((pair.key as Scalar).value)
      if (names.has(name)) this.#twice(pair)
      names.add(name)
      if (isMergeKey(pair)) merged.push(...this.#mergeSources(pair, use))
      else setField(data, name, this.#node(pair.value, numberUse(use, name)))
    }
    for (const source of merged) takeMissing(data, source)
    return data
  }

  /** The mappings that `<<` names: one, or a list of which the earlier ones win. */
  #mergeSources(pair: Pair, use: NumberUse): Record<string, unknown>[] {
    const value = this.#node(pair.value, use)
    const sources = Array.isArray(value) ? value : [value]
    if (sources.every(isRecord)) return sources
    this.#problem(
      pair.value ?? pair.key,
      '<< takes a mapping or a list of mappings',
      'write "<<": for a field of that name',
    )
    return []
  }

  #alias(node: Alias): unknown {
    const content = this.#anchors.get(node.source)?.content
    if (content === undefined) {
      this.#unknownAlias(node)
      return null
    }
    this.#nodes += content.nodes
    this.#aliasedNodes += content.nodes
    if (this.#aliasedNodes <= ALIASED_NODES_MAX) return content.data
    if (this.#aliasedNodes - content.nodes <= ALIASED_NODES_MAX) {
      const message = `aliases up to here stand for more than ${ALIASED_NODES_MAX} values`
      this.#problem(node, message, 'use repeat for many records')
    }
    return null
  }

  #twice({ key }: Pair): void {
    const offset = (key as Scalar).range?.[0] ?? 0
    const { message, hint } = givenTwice(this.#text.text.slice(offset))
    this.#problem(key, message, hint)
  }

  #unknownAlias(node: Alias): void {
    if (this.#anchors.has(node.source)) {
      this.#problem(node, `*${node.source} stands inside its own anchor`)
      return
    }
    const meant = nearest(node.source, this.#anchors.keys())
    const hint = meant === undefined ? 'quote text that begins with *' : `did you mean *${meant}?`
    this.#problem(node, `there is no anchor &${node.source} above`, hint)
  }

  #problem(node: unknown, message: string, hint?: string): void {
    if (this.problems.length >= PROBLEMS_MAX) return
    const offset = (node as { range?: [number, number, number] | null }).range?.[0] ?? 0
    const shown = messageText(message)
    const problem = { file: this.#text.name, ...this.#text.position(offset), path: '', message: shown }
    this.problems.push(hint === undefined ? problem : { ...problem, hint })
  }
}

function scalar(node: Scalar, use: NumberUse): unknown {
  const value = node.value ?? null
  return typeof value === 'number' ? readNumber(value, node.source ?? String(value), use) : value
}

/** Quoted, `"<<"` is a field like any other. */
function isMergeKey({ key }: Pair): boolean {
  return yaml().isScalar(key) && key.value === '<<' && key.type === 'PLAIN'
}

function takeMissing(data: Record<string, unknown>, source: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(source)) {
    if (Object.hasOwn(data, name)) continue
    setField(data, name, value)
    noteLender(data, name, source)
  }
}
