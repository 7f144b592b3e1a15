/** Interfaces of TypeScript, out of JSON Schema. */

const COLUMNS = 110

/** An interface in lines. @param {Record<string, string>} named types by the paths of their members: `match.operation` */
export const interfaceOf = (name, schema, named = {}) => [
  `export interface ${name} {`,
  ...membersOf(schema, named),
  '}',
]

/** The interfaces of an object that needs one of some members. The others are left out, or may be there too. */
export function choiceOf(name, names, properties, mayHaveOthers, named) {
  const interfaces = names.map((one) => {
    const others = names.filter((other) => other !== one)
    const members = membersOf({ properties: pick(properties, [one]), required: [one] }, named)
    const beside = mayHaveOthers
      ? membersOf({ properties: pick(properties, others) }, named)
      : others.map((other) => `  readonly ${other}?: never`)
    return [`interface ${by(one)} {`, ...members, ...beside, '}', '']
  })
  return [...interfaces.flat(), `type ${name} = ${names.map(by).join(' | ')}`]
}

const by = (name) => `By${name[0].toUpperCase()}${name.slice(1)}`

const pick = (properties, names) => Object.fromEntries(names.map((name) => [name, properties[name]]))

export const namesIn = (choice) => choice.flatMap(({ required }) => required)

/** The members of an entry that it always may have. */
export function alwaysIn({ properties, required, oneOf = [], anyOf = [] }) {
  const chosen = namesIn([...oneOf, ...anyOf])
  const names = Object.keys(properties).filter((name) => !chosen.includes(name))
  return { properties: pick(properties, names), required }
}

/** The members of an object in lines. Objects without a name in `named` are written out. */
function membersOf({ properties = {}, required = [] }, named, path = '') {
  const indent = '  '.repeat(path.split('.').length)
  return Object.entries(properties).flatMap(([name, schema]) => {
    const at = `${path}${name}`
    const key = keyOf(name)
    const { default: initial, properties: inner, description } = schema
    // A member with a default is never missing.
    const isSure = initial !== undefined || required.includes(name)
    const initially = initial === undefined || inner ? '' : ` Default: ${JSON.stringify(initial)}.`
    const [first, ...further] = named[at] === undefined ? shapeOf(schema, named, at, indent) : [named[at]]
    return [
      ...(description === undefined ? [] : docs(indent, `${description}${initially}`)),
      `${indent}readonly ${key}${isSure ? '' : '?'}: ${first}`,
      ...further,
    ]
  })
}

/** The name of a member as it is written. */
export const keyOf = (name) => (/^(?:\d+|[$a-z]\w*)$/i.test(name) ? name : `'${name}'`)

/** A type in lines: objects are written out, one in a list or beside null too. */
function shapeOf(schema, named, at, indent) {
  const { type, properties, items, anyOf = [], minItems } = schema
  if (properties !== undefined) return ['{', ...membersOf(schema, named, `${at}.`), `${indent}}`]
  if (type === 'array' && minItems === undefined && items.properties !== undefined) {
    return ['readonly {', ...membersOf(items, named, `${at}.`), `${indent}}[]`]
  }
  const [inner, other] = anyOf
  if (inner?.properties !== undefined && other?.type === 'null') {
    return ['{', ...membersOf(inner, named, `${at}.`), `${indent}} | null`]
  }
  return [typeOf(schema)]
}

/** A type in one line. */
function typeOf({ type, properties, additionalProperties, ...schema }) {
  if (schema.$ref !== undefined) return schema.$ref
  if (schema.anyOf !== undefined && type === undefined) return union(schema.anyOf.map(typeOf))
  if (schema.enum !== undefined) return union(schema.enum.map(literal))
  if (schema.const !== undefined) return literal(schema.const)
  if (type === 'array') return listOf(schema)
  if (properties !== undefined) {
    const inner = Object.entries(properties).map(([name, member]) => `readonly ${name}: ${typeOf(member)}`)
    return `{ ${inner.join('; ')} }`
  }
  if (typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
  const types = type === undefined ? ['unknown'] : [type].flat()
  return union(types.map((one) => (one === 'integer' ? 'number' : one)))
}

function listOf({ items, minItems, maxItems }) {
  const item = typeOf(items)
  if (minItems !== undefined && minItems === maxItems)
    return `readonly [${Array(minItems).fill(item).join(', ')}]`
  return `readonly ${/[ |]/.test(item) ? `(${item})` : item}[]`
}

export const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value))

export const union = (types) => [...new Set(types)].join(' | ')

function docs(indent, text) {
  const line = `${indent}/** ${text} */`
  if (line.length <= COLUMNS) return [line]
  const lines = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= COLUMNS) lines.push(`${lines.pop()} ${word}`)
    else lines.push(`${indent} * ${word}`)
  }
  return [`${indent}/**`, ...lines, `${indent} */`]
}
