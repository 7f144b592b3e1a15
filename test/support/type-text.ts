/** Writes types from a schema, so that editors show the schema's description of each member. */

/** The part of a JSON Schema that types are written from. */
export interface Shape {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Shape | boolean
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
}

/** The names of types that a file declares itself, by the path of their member. */
export type Named = Readonly<Record<string, string>>

const COLUMNS = 110

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

/** Writes a type in one line. */
function typeOf({ type, properties, additionalProperties, ...shape }: Shape): string {
  if (shape.anyOf !== undefined) return union(shape.anyOf.map(typeOf))
  if (shape.enum !== undefined) return union(shape.enum.map(literal))
  if (shape.const !== undefined) return literal(shape.const)
  if (properties !== undefined) {
    const inner = Object.entries(properties).map(([name, member]) => `readonly ${name}: ${typeOf(member)}`)
    return `{ ${inner.join('; ')} }`
  }
  if (typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
  const types = type === undefined ? ['unknown'] : [type].flat()
  return union(types.map((one) => (one === 'integer' ? 'number' : one)))
}

function docs(indent: string, text: string): string[] {
  const line = `${indent}/** ${text} */`
  if (line.length <= COLUMNS) return [line]
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= COLUMNS) lines.push(`${lines.pop()} ${word}`)
    else lines.push(`${indent} * ${word}`)
  }
  return [`${indent}/**`, ...lines, `${indent} */`]
}

/**
 * Returns the members of an interface, in lines. Objects without a name in `named` are written out.
 *
 * @param named the types that are not written out, by their paths: `match.operation`
 */
export function membersOf({ properties = {}, required = [] }: Shape, named: Named = {}, path = ''): string[] {
  const indent = '  '.repeat(path.split('.').length)
  return Object.entries(properties).flatMap(([name, shape]) => {
    const at = `${path}${name}`
    const key = /^(?:\d+|[a-z]\w*)$/i.test(name) ? name : `'${name}'`
    // A member with a default is never missing.
    const { default: initial, properties: inner } = shape
    const isSure = initial !== undefined || required.includes(name)
    const initially = initial === undefined || inner ? '' : ` Default: ${JSON.stringify(initial)}.`
    if (shape.description === undefined) throw new Error(`${at} has no description`)
    const declared = `${indent}readonly ${key}${isSure ? '' : '?'}`
    const isOpen = named[at] === undefined && inner !== undefined
    const type = isOpen ? '{' : (named[at] ?? typeOf(shape))
    return [
      ...docs(indent, `${shape.description}${initially}`),
      `${declared}: ${type}`,
      ...(isOpen ? [...membersOf(shape, named, `${at}.`), `${indent}}`] : []),
    ]
  })
}
