/**
 * Types for users, written from what `emulator schema` prints, so that editors show the description of each member. The
 * files are committed; test/docs/types.test.ts compares them.
 *
 * @param {object} seed the JSON Schema of seeds
 * @returns {Record<string, string>} the text of each file, by its path
 */
export function typeFiles(seed) {
  const { profile, faults } = seed.properties
  return {
    'src/domain/profile/profile-types.ts': [
      WRITTEN,
      '',
      '/**',
      ' * Every option with its present value. Immutable: a change makes a new profile.',
      ' *',
      ' * @example',
      ' * const { kv } = await emulator.profile.get()',
      ' */',
      ...interfaceOf('Profile', profile),
      '',
    ].join('\n'),
    'src/domain/faults/fault-object.ts': [
      WRITTEN,
      '',
      "import type { OperationGlob } from '../../contract/operations.js'",
      "import type { ConnectionFault } from './connection-faults.js'",
      '',
      '/** Which calls a fault is for: all given fields must hold. */',
      ...interfaceOf('MatchObject', faults.items.properties.match, { operation: 'OperationGlob' }),
      '',
      '/** A fault as a seed, a call or a test gives it. */',
      ...interfaceOf('FaultObject', faults.items, { match: 'MatchObject', connection: 'ConnectionFault' }),
      '',
    ].join('\n'),
  }
}

const WRITTEN = '// Written from the schema of seeds by `npm run generate`.'

const COLUMNS = 110

/** An interface in lines. @param {Record<string, string>} named types by the paths of their members: `match.operation` */
const interfaceOf = (name, schema, named = {}) => [
  `export interface ${name} {`,
  ...membersOf(schema, named),
  '}',
]

/** The members of an object in lines. Objects without a name in `named` are written out. */
function membersOf({ properties = {}, required = [] }, named, path = '') {
  const indent = '  '.repeat(path.split('.').length)
  return Object.entries(properties).flatMap(([name, schema]) => {
    const at = `${path}${name}`
    const key = /^(?:\d+|[$a-z]\w*)$/i.test(name) ? name : `'${name}'`
    const { default: initial, properties: inner, description } = schema
    if (description === undefined) throw new Error(`${at} has no description`)
    // A member with a default is never missing.
    const isSure = initial !== undefined || required.includes(name)
    const initially = initial === undefined || inner ? '' : ` Default: ${JSON.stringify(initial)}.`
    const isOpen = named[at] === undefined && inner !== undefined
    const type = isOpen ? '{' : (named[at] ?? typeOf(schema))
    return [
      ...docs(indent, `${description}${initially}`),
      `${indent}readonly ${key}${isSure ? '' : '?'}: ${type}`,
      ...(isOpen ? [...membersOf(schema, named, `${at}.`), `${indent}}`] : []),
    ]
  })
}

/** A type in one line. */
function typeOf({ type, properties, additionalProperties, ...schema }) {
  if (schema.anyOf !== undefined && type === undefined) return union(schema.anyOf.map(typeOf))
  if (schema.enum !== undefined) return union(schema.enum.map(literal))
  if (schema.const !== undefined) return literal(schema.const)
  if (properties !== undefined) {
    const inner = Object.entries(properties).map(([name, member]) => `readonly ${name}: ${typeOf(member)}`)
    return `{ ${inner.join('; ')} }`
  }
  if (typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
  const types = type === undefined ? ['unknown'] : [type].flat()
  return union(types.map((one) => (one === 'integer' ? 'number' : one)))
}

const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value))

const union = (types) => [...new Set(types)].join(' | ')

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
