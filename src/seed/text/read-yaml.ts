import type { Alias, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { nearest } from '../../core/nearest.js'
import { isRecord, setField } from '../../core/objects.js'
import { textKey } from '../../core/text/text-key.js'
import { loadYaml } from './load-yaml.js'
import { type FieldPlace, noteLender, noteOrigin } from './places.js'
import {
  FIELDS_MAX,
  messageText,
  nameProblem,
  PROBLEMS_MAX,
  type Problem,
  SHORTEN_NAME,
  TOO_MANY_FIELDS,
} from './problems.js'
import { PLACED_LEVELS } from './reading-room.js'
import type { SeedText } from './seed-text.js'
import { isOfSeed, type NumberUse, numberUse, readNumber } from './source-numbers.js'
import { yaml } from './yaml.js'
import { givenTwice, TOO_DEEP, yamlProblem } from './yaml-problems.js'
import { NestedTooDeeply, type YamlTree, yamlTree } from './yaml-tree.js'

/** Data read from text, and what was wrong with the text. */
export interface Reading {
  /** Undefined where the text could not be understood at all. */
  readonly data: unknown
  readonly problems: readonly Problem[]
  /** The offset at which the data begins; left out, 0. */
  readonly start?: number
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
  loadYaml()
  try {
    const tree = yamlTree(text.text, { room: text.openRoom() })
    const problems = syntaxProblems(tree, text)
    if (tree.errors.length > 0) return { data: undefined, problems }
    const reader = new YamlReader(text, tree)
    const data = reader.read()
    const start = tree.contents?.range[0] ?? 0
    return { data, problems: [...problems, ...reader.problems], start }
  } catch (error) {
    if (!(error instanceof NestedTooDeeply)) throw error
    return { data: undefined, problems: [tooDeep(text, error.offset)] }
  }
}

/** One problem a line: after the first, the YAML reader mostly stumbles over its own recovery. */
function syntaxProblems({ errors, warnings }: YamlTree, text: SeedText): Problem[] {
  const problems = new Map<number, Problem>()
  for (const error of [...errors, ...warnings].slice(0, PROBLEMS_MAX)) {
    const problem = yamlProblem(error, text)
    if (!problems.has(problem.line)) problems.set(problem.line, problem)
  }
  return [...problems.values()]
}

function tooDeep(text: SeedText, offset: number): Problem {
  return { file: text.name, ...text.position(offset), path: '', message: TOO_DEEP }
}

/** So many aliases without an anchor are told which one was meant, of so many that came last. */
const MEANT_MAX = 20
const ANCHORS_MAX = 1000

interface Anchored {
  /** Undefined as long as the anchor's own content is being read. */
  content?: { readonly data: unknown; readonly nodes: number }
}

class YamlReader {
  readonly problems: Problem[] = []
  readonly #yaml = yaml()
  readonly #text: SeedText
  readonly #anchors = new Map<string | bigint, Anchored>()
  #nodes = 0
  #aliasedNodes = 0

  constructor(
    text: SeedText,
    private readonly tree: YamlTree,
  ) {
    this.#text = text
  }

  read(): unknown {
    const { contents } = this.tree
    const data = contents === null ? null : this.#node(contents, 'number', 0)
    if (data !== null) return data
    const empty = {}
    noteOrigin(empty, this.#text, 0)
    return empty
  }

  /** @param level how many collections it lies in; 0 for what a merge key names */
  #node(node: unknown, use: NumberUse, level: number): unknown {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml
    this.#nodes++
    if (isAlias(node)) return this.#alias(node)
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null
    const anchored: Anchored = {}
    if (node.anchor) this.#anchors.set(textKey(node.anchor), anchored)
    const nodesBefore = this.#nodes
    const data = isScalar(node) ? scalar(node, use) : this.#collection(node, use, level)
    if (typeof data === 'string') this.#nodes += Math.floor(data.length / CHARACTERS_A_NODE)
    anchored.content = { data, nodes: this.#nodes - nodesBefore + 1 }
    return data
  }

  #collection(node: YAMLMap | YAMLSeq, use: NumberUse, level: number): object {
    const isMap = this.#yaml.isMap(node)
    return isMap ? this.#mapping(node, use, level) : this.#list(node, use, level)
  }

  /** Notes the place of what a node becomes. @param within where the places of what is in it will be */
  #note<Within extends object>(
    data: object,
    node: YAMLMap | YAMLSeq,
    level: number,
    within: Within,
  ): Within | undefined {
    const isPlaced = level < PLACED_LEVELS
    // Others may have what is named, and it is looked for here then.
    if (isPlaced || node.anchor) noteOrigin(data, this.#text, startOf(node), isPlaced ? within : {})
    return isPlaced ? within : undefined
  }

  #list(node: YAMLSeq, use: NumberUse, level: number): unknown[] {
    const data: unknown[] = []
    const noted = this.#note(data, node, level, { offsets: [] as number[] })
    for (const item of this.tree.itemsOf(node)) {
      noted?.offsets.push(startOf(item))
      data.push(this.#node(item, use, level + 1))
    }
    return data
  }

  #mapping(node: YAMLMap, use: NumberUse, level: number): Record<string, unknown> {
    const data: Record<string, unknown> = {}
    const merged: Record<string, unknown>[] = []
    const names = new Set<string>()
    const noted = this.#note(data, node, level, { fields: new Map<string, FieldPlace>() })
    for (const pair of this.tree.itemsOf(node) as Iterable<Pair>) {
      const name = String((pair.key as Scalar).value)
      if (names.size >= FIELDS_MAX && isOfSeed(use)) {
        this.#problem(pair.key, TOO_MANY_FIELDS)
        break
      }
      const problem = nameProblem(name)
      if (problem !== undefined) {
        this.#problem(pair.key, problem, SHORTEN_NAME)
        continue
      }
      if (names.has(name)) this.#twice(pair)
      names.add(name)
      if (isMergeKey(pair)) merged.push(...this.#mergeSources(pair, use))
      else {
        noted?.fields.set(name, placeOfPair(pair))
        setField(data, name, this.#node(pair.value, numberUse(use, name), level + 1))
      }
    }
    for (const source of merged) takeMissing(data, source)
    return data
  }

  /** The mappings that `<<` names: one, or a list of which the earlier ones win. */
  #mergeSources(pair: Pair, use: NumberUse): Record<string, unknown>[] {
    const value = this.#node(pair.value, use, 0)
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
    const content = this.#anchors.get(textKey(node.source))?.content
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
    if (this.#anchors.has(textKey(node.source))) {
      this.#problem(node, `*${node.source} stands inside its own anchor`)
      return
    }
    if (this.problems.length >= PROBLEMS_MAX) return
    const meant = this.problems.length < MEANT_MAX ? nearest(node.source, this.#lastAnchors()) : undefined
    const hint = meant === undefined ? 'quote text that begins with *' : `did you mean *${meant}?`
    this.#problem(node, `there is no anchor &${node.source} above`, hint)
  }

  /** Most aliases stand near their anchors. */
  #lastAnchors(): string[] {
    const names = [...this.#anchors.keys()].slice(-ANCHORS_MAX)
    return names.filter((name) => typeof name === 'string')
  }

  #problem(node: unknown, message: string, hint?: string): void {
    if (this.problems.length >= PROBLEMS_MAX) return
    const offset = (node as { range?: [number, number, number] | null }).range?.[0] ?? 0
    const shown = messageText(message)
    const problem = { file: this.#text.name, ...this.#text.position(offset), path: '', message: shown }
    this.problems.push(hint === undefined ? problem : { ...problem, hint })
  }
}

/** Where a name and its value begin; a value that has no text of its own is at its name. */
function placeOfPair({ key, value }: Pair): FieldPlace {
  const name = startOf(key)
  const range = (value as Node | null)?.range
  return { name, value: range && range[1] > range[0] ? range[0] : name }
}

const startOf = (node: unknown): number => (node as Node).range?.[0] ?? 0

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
