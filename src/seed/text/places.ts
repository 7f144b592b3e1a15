import type { Node, Pair, YAMLMap } from 'yaml'
import { isObject } from '../../core/objects.js'
import { messageText, type Path, type Problem, pathText, placeOf } from './problems.js'
import type { SeedText } from './seed-text.js'
import { yaml } from './yaml.js'
import type { Collection } from './yaml-parts.js'

/** The place of an object of a parsed seed in its text. */
interface Origin {
  readonly text: SeedText
  readonly offset: number
}

/** An object of a parsed seed, and the places of what is in it. */
interface Places extends Origin {
  /** Of a mapping. */
  readonly fields?: ReadonlyMap<string, FieldPlace> | undefined
  /** Of a list: the offsets of its items. */
  readonly offsets?: readonly number[] | undefined
}

/**
 * Places are kept with the data, where nobody sees them: a WeakMap of all objects takes many ms in one go to grow, and
 * again to get rid of those that are gone.
 */
const PLACES = Symbol('places')

const placesOf = (object: { readonly [PLACES]?: Places }): Places | undefined => object[PLACES]

/** Fields that an object has from another one: by a merge key, or by joining. */
const lenders = new WeakMap<object, Map<string, object>>()

/** Where a field of a mapping begins: its name, and its value. */
export interface FieldPlace {
  readonly name: number
  readonly value: number
}

/** The items of a joined list, by their places in the lists that they are from. */
const itemLenders = new WeakMap<object, readonly ItemPlace[]>()

/** An item of a list. */
export interface ItemPlace {
  readonly list: object
  readonly index: number
}

/** The pairs of the mappings that were looked at so far, by name. */
const pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>()

/** A problem points at a value, or at the name of its field. */
type Target = 'value' | 'field'

/** Notes that `container` was read from `text`, where it begins at `offset`, and where the fields or items in it begin. */
export function noteOrigin(
  container: object,
  text: SeedText,
  offset: number,
  within: Pick<Places, 'fields' | 'offsets'> = {},
): void {
  const places: Places = { text, offset, ...within }
  Object.defineProperty(container, PLACES, { value: places })
}

/** Notes that `container` has its `field` from `lender`, so that problems with it point there. */
export function noteLender(container: object, field: string, lender: object): void {
  const fields = lenders.get(container)
  if (fields === undefined) lenders.set(container, new Map([[field, lender]]))
  else fields.set(field, lender)
}

/** Notes where the items of a joined list are from. */
export function noteItemLenders(list: object, places: readonly ItemPlace[]): void {
  itemLenders.set(list, places)
}

/** The text that has the value at a path of a parsed (or joined) document; undefined for data that was never text. */
export function textAt(root: unknown, path: Path): SeedText | undefined {
  return innermost(root, path, path.length)?.origin.text
}

/**
 * Says that something is wrong at `path` of a parsed (or joined) document. For data that was never text the place is
 * the first line of "seed".
 *
 * @param root the document that the path starts from
 * @param hint what to do about it
 * @param target the value at the path, or the name of its field; a missing value gives the place of what lacks it
 */
export function problemAt(
  root: unknown,
  path: Path,
  message: string,
  hint?: string,
  target: Target = 'value',
): Problem {
  const place = locate(root, path, target)
  const position = place?.text.position(place.offset) ?? { line: 1, column: 1, source: '' }
  const problem = {
    file: place?.text.name ?? 'seed',
    ...position,
    path: pathText(path),
    message: messageText(message),
  }
  return hint === undefined ? problem : { ...problem, hint }
}

/** `file:line:column` of a value, to point at from elsewhere. */
export function placeText(root: unknown, path: Path): string {
  return placeOf(problemAt(root, path, ''))
}

/** Something on a path whose place is known. */
interface Found {
  readonly origin: Origin
  /** What lies there, with the fields of the path; undefined where that was not noted. */
  readonly owner?: object
  /** How many steps of the path lead to it. */
  readonly depth: number
}

/** Follows the data as far as places are noted, and the text from there. */
function locate(root: unknown, path: Path, target: Target): Origin | undefined {
  const found = innermost(root, path, target === 'field' ? path.length - 1 : path.length)
  if (found === undefined) return undefined
  const { origin, owner, depth } = found
  const [step, ...rest] = path.slice(depth)
  const fields = owner && placesOf(owner)?.fields
  if (step === undefined || fields === undefined) return placeBelow(origin, path.slice(depth), target)
  const field = fields.get(String(step))
  if (field === undefined) return origin
  if (target === 'field' && rest.length === 0) return { ...origin, offset: field.name }
  return placeBelow({ ...origin, offset: field.value }, rest, target)
}

/** The place of what a path names below another one, or of the last thing on the way that exists. */
function placeBelow({ text, offset }: Origin, path: Path, target: Target): Origin {
  if (path.length === 0) return { text, offset }
  if (text.isJson) return { text, offset: text.placeInJson(offset, path, target === 'field') }
  return { text, offset: offsetIn(text.collectionAt(offset), path, target) ?? offset }
}

/** The last object on the path whose place is known, no deeper than so many steps. */
function innermost(root: unknown, path: Path, steps: number): Found | undefined {
  let current = root
  let found: Found | undefined
  for (let depth = 0; isObject(current); depth++) {
    const step = path[depth]
    const owner = lenderOf(current, step)
    const origin = placesOf(owner)
    if (origin !== undefined) found = { origin, owner, depth }
    if (depth >= steps) break
    const item = typeof step === 'number' ? itemOrigin(owner, step) : undefined
    if (item !== undefined) found = { origin: item, depth: depth + 1 }
    current = fieldOf(current, step)
  }
  return found
}

function itemOrigin(list: object, index: number): Origin | undefined {
  const own = placesOf(list)
  const offset = own?.offsets?.[index]
  if (own !== undefined && offset !== undefined) return { text: own.text, offset }
  const place = itemLenders.get(list)?.[index]
  return place === undefined ? undefined : (placesOf(itemAt(place)) ?? itemOrigin(place.list, place.index))
}

const itemAt = ({ list, index }: ItemPlace): object => Object(fieldOf(list, index))

/** The object that really holds the field in the text. */
function lenderOf(container: object, field: string | number | undefined): object {
  let owner = container
  for (;;) {
    const lender = lenders.get(owner)?.get(String(field))
    if (lender === undefined) return owner
    owner = lender
  }
}

function fieldOf(container: object, field: string | number | undefined): unknown {
  return (container as Record<string, unknown>)[String(field)]
}

/** The offset of what `path` names below `node`, or of the last thing on the way that exists. */
function offsetIn(node: Collection | undefined, path: Path, target: Target): number | undefined {
  const [step, ...rest] = path
  if (node === undefined || step === undefined) return node?.range?.[0]
  const here = node.range?.[0]
  if (yaml().isSeq(node)) {
    const item = node.items[Number(step)]
    return offsetBelow(item, rest, target) ?? (item as Node | undefined)?.range?.[0] ?? here
  }
  const pair = pairsOf(node).get(String(step))
  if (pair === undefined) return here
  const key = (pair.key as Node).range?.[0]
  if (target === 'field' && rest.length === 0) return key
  return offsetBelow(pair.value, rest, target) ?? key
}

/** Undefined for a value that has no text of its own, such as what follows a bare `key:`. */
function offsetBelow(value: unknown, path: Path, target: Target): number | undefined {
  const { isMap, isSeq } = yaml()
  if (isMap(value) || isSeq(value)) return offsetIn(value, path, target)
  const range = (value as Node | null | undefined)?.range
  return range && range[1] > range[0] ? range[0] : undefined
}

/** The pairs of a mapping by name, the last of two with one name. Kept, since a large mapping may have many problems. */
function pairsOf(node: YAMLMap): ReadonlyMap<string, Pair> {
  const known = pairs.get(node)
  if (known !== undefined) return known
  const made = new Map(node.items.map((item) => [keyText(item), item]))
  pairs.set(node, made)
  return made
}

function keyText({ key }: Pair): string {
  return String((key as { value?: unknown }).value)
}
