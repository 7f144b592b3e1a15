import { typeOf } from './json-schema.js'
import { cell, table } from './markdown.js'

/**
 * The page of the seed format, out of what `emulator schema` prints: a table for each object in it.
 *
 * @param {object} schema a JSON Schema
 */
export function seedPage(schema) {
  return [HEAD, ...sections('', schema, schema.$defs ?? {})].join('\n')
}

const HEAD = `# Seeds

Every field of a seed; [the guide](../seeds.md) says how they work together. \`npx tristore-emulator schema\` prints the same for editors.
`

/** The table of an object, and those of the objects in it. */
function sections(path, schema, definitions) {
  const object = objectIn(schema)
  const entries = Object.entries(object?.properties ?? {})
  if (entries.length === 0) return []
  const rows = entries.map(([name, field]) => [
    `\`${name}\`${(object.required ?? []).includes(name) ? '' : '?'}`,
    cell(typeOf(field)),
    cell(field.description ?? ''),
  ])
  const title = `## ${path === '' ? 'The seed' : `\`${path}\``}\n`
  const own = `${title}\n${table(['field', 'type', 'meaning'], rows)}`
  const inner = entries.flatMap(([name, field]) => {
    const where = path === '' ? name : `${path}.${name}`
    return sections(field.type === 'array' ? `${where}[]` : where, field, definitions)
  })
  return [own, ...inner]
}

/** The object that a schema is of, by itself, as an item or as one of several forms. */
function objectIn(schema) {
  if (schema.properties !== undefined) return schema
  if (schema.items !== undefined) return objectIn(schema.items)
  return (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).map(objectIn).find((one) => one !== undefined)
}
