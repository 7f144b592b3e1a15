import type { Alias, Node, Pair, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { didYouMean } from '../../core/expected.js'
import { nearest } from '../../core/nearest.js'
import { isRecord, setField } from '../../core/objects.js'
import type { Positions } from './positions.js'
import { messageText, PROBLEMS_MAX, type Problem } from './problems.js'
import type { SeedText } from './seed-text.js'
import { noteWritten, numberOf, writtenAs } from './written-numbers.js'
import { yaml } from './yaml.js'
import { givenTwice, TOO_DEEP, yamlProblems } from './yaml-problems.js'
import { NestedTooDeeply, yamlTree } from './yaml-tree.js'

interface ParsedYaml {
  /** Undefined if we couldn't parse the text at all. */
  readonly data: unknown
  readonly problems: readonly Problem[]
  readonly start?: number
}

/** The maximum number of nodes that aliases may add. It's enough for any fixture, but too few for a YAML bomb. */
export const ALIASED_NODES_MAX = 100_000

/** Long text counts as several nodes. Otherwise, you could multiply a page of text into gigabytes. */
const CHARACTERS_A_NODE = 100

/**
 * Reads YAML 1.2 (core schema with merge keys). Mappings become plain objects, an alias becomes the same object as its
 * anchor, and empty text becomes an empty object.
 *
 * @param positions collects offsets
 */
export function readYaml(text: SeedText, positions?: Positions): ParsedYaml {
  try {
    const tree = yamlTree(text.text, text.onWork)
    const problems = yamlProblems(tree, text)
    if (tree.errors.length > 0) return { data: undefined, problems }
    const reader = new YamlReader(text, positions)
    const data = reader.read(tree.contents)
    const start = tree.contents?.range[0] ?? 0
    return { data, problems: [...problems, ...reader.problems], start }
  } catch (error) {
    if (!(error instanceof NestedTooDeeply)) throw error
    return { data: undefined, problems: [tooDeep(text, error.offset)] }
  }
}

function tooDeep(text: SeedText, offset: number): Problem {
  return { file: text.name, ...text.position(offset), path: '', message: TOO_DEEP }
}

/** We make suggestions for at most this many unknown aliases, and pick them from at most this many recent anchors. */
const MEANT_MAX = 20
const ANCHORS_MAX = 1000

interface Anchored {
  /** Undefined while we're still reading the anchor's own content. */
  content?: { readonly data: unknown; readonly nodes: number; readonly source: string | undefined }
}

class YamlReader {
  readonly problems: Problem[] = []
  readonly #yaml = yaml()
  readonly #text: SeedText
  readonly #anchors = new Map<string, Anchored>()
  #nodes = 0
  #aliasedNodes = 0

  constructor(
    text: SeedText,
    private readonly positions: Positions | undefined,
  ) {
    this.#text = text
  }

  read(contents: ParsedNode | null): unknown {
    const data = contents === null ? null : this.#node(contents)
    if (data !== null) return data
    const empty = {}
    this.positions?.begin(empty, 0)
    return empty
  }

  #node(node: unknown): unknown {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml
    this.#nodes++
    if (isAlias(node)) return this.#alias(node)
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null
    const anchored: Anchored = {}
    if (node.anchor) this.#anchors.set(node.anchor, anchored)
    const nodesBefore = this.#nodes
    const data = isScalar(node) ? scalar(node) : isMap(node) ? this.#mapping(node) : this.#list(node)
    if (typeof data === 'string') this.#nodes += Math.floor(data.length / CHARACTERS_A_NODE)
    anchored.content = { data, nodes: this.#nodes - nodesBefore + 1, source: sourceOf(node) }
    return data
  }

  #list(node: YAMLSeq): unknown[] {
    const data: unknown[] = []
    this.positions?.begin(data, startOf(node))
    for (const [index, item] of node.items.entries()) {
      const value = this.#node(item)
      data.push(value)
      noteWritten(data, index, value, this.#sourceOf(item))
      this.positions?.member(data, index, this.#offsetsOf(item, value, startOf(item)))
    }
    return data
  }

  #mapping(node: YAMLMap): Record<string, unknown> {
    const data: Record<string, unknown> = {}
    const merged: Record<string, unknown>[] = []
    const names = new Set<string>()
    this.positions?.begin(data, startOf(node))
    for (const pair of node.items as Iterable<Pair>) {
      const name = String((pair.key as Scalar).value)
      if (names.has(name)) this.#twice(pair)
      names.add(name)
      if (isMergeKey(pair)) merged.push(...this.#mergeSources(pair))
      else {
        const value = this.#node(pair.value)
        setField(data, name, value)
        noteWritten(data, name, value, this.#sourceOf(pair.value))
        this.positions?.member(data, name, this.#offsetsOf(pair.value, value, startOf(pair.key)))
      }
    }
    for (const source of merged) this.#takeMissing(data, source)
    return data
  }

  /** An alias's value is located at its anchor, and an empty value at its name. */
  #offsetsOf(node: unknown, value: unknown, name: number): { name: number; value: number } {
    const range = (node as Node | null)?.range
    const own = range && range[1] > range[0] ? range[0] : name
    const anchored = this.#yaml.isAlias(node) ? this.positions?.startOf(value) : undefined
    return { name, value: anchored ?? own }
  }

  #takeMissing(data: Record<string, unknown>, source: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(source)) {
      if (Object.hasOwn(data, name)) continue
      setField(data, name, value)
      noteWritten(data, name, value, writtenAs(source, name))
      this.positions?.copyFromMergeKey(data, name, source)
    }
  }

  /** Earlier ones take precedence. */
  #mergeSources(pair: Pair): Record<string, unknown>[] {
    const before = this.problems.length
    const value = this.#node(pair.value)
    const sources = Array.isArray(value) ? value : [value]
    if (sources.every(isRecord)) return sources
    // We've already reported an unknown alias.
    if (this.problems.length > before) return []
    this.#problem(
      pair.value ?? pair.key,
      '<< takes a mapping or a list of mappings',
      'for a field called <<, write "<<":',
    )
    return []
  }

  /** An alias has its anchor's source. */
  #sourceOf(node: unknown): string | undefined {
    return this.#yaml.isAlias(node) ? this.#anchors.get(node.source)?.content?.source : sourceOf(node)
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
      const message = `the aliases up to here add more than ${ALIASED_NODES_MAX} values`
      this.#problem(node, message, 'use repeat to create many records')
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
      this.#problem(node, `*${node.source} is inside its own anchor`)
      return
    }
    if (this.problems.length >= PROBLEMS_MAX) return
    const meant = this.problems.length < MEANT_MAX ? nearest(node.source, this.#lastAnchors()) : undefined
    const hint = didYouMean(meant && `*${meant}`, 'put text that begins with * in quotes')
    this.#problem(node, `there is no anchor &${node.source} above`, hint)
  }

  #lastAnchors(): string[] {
    return [...this.#anchors.keys()].slice(-ANCHORS_MAX)
  }

  #problem(node: unknown, message: string, hint?: string): void {
    if (this.problems.length >= PROBLEMS_MAX) return
    const offset = (node as { range?: [number, number, number] | null }).range?.[0] ?? 0
    const shown = messageText(message)
    const problem = { file: this.#text.name, ...this.#text.position(offset), path: '', message: shown }
    this.problems.push(hint === undefined ? problem : { ...problem, hint })
  }
}

const startOf = (node: unknown): number => (node as Node).range?.[0] ?? 0

function scalar(node: Scalar): unknown {
  const value = node.value ?? null
  return typeof value === 'number' ? numberOf(value, node.source ?? String(value)) : value
}

const sourceOf = (node: unknown): string | undefined => (node as Scalar | null)?.source

/** A quoted `"<<"` is an ordinary field. */
function isMergeKey({ key }: Pair): boolean {
  return yaml().isScalar(key) && key.value === '<<' && key.type === 'PLAIN'
}
