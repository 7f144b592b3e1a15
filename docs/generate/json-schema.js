/** The type that a JSON Schema describes, as a reader would write it. */
export function typeOf(schema) {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1).replace(/^\d+$/, 'JSON')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  const forms = schema.anyOf ?? schema.oneOf
  if (forms !== undefined) return [...new Set(forms.map(typeOf))].join(' or ')
  if (schema.allOf !== undefined) return [...new Set(schema.allOf.map(typeOf))].join(' and ')
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`
  return schema.type === undefined ? 'anything' : [schema.type].flat().join(' or ')
}
