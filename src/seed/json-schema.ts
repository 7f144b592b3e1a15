import { seed } from './schema.js'

/**
 * The seed format as JSON Schema (2020-12), for editors: what validation knows, with a description for each field.
 * What only a program can check, such as ids that are given twice, is not in it.
 */
export async function jsonSchema(): Promise<object> {
  const { toJsonSchema } = await import('@valibot/to-json-schema')
  const schema = toJsonSchema(seed, {
    target: 'draft-2020-12',
    // Checks that JSON Schema does not know are left out.
    errorMode: 'ignore',
    overrideAction: ({ valibotAction }) => shownForm(valibotAction),
  })
  return { title: 'Seed of the tristore emulator', ...schema }
}

/** The form that a field declares where conversion would not find it (`shownAs`). */
function shownForm(action: object): object | undefined {
  if (!('metadata' in action)) return undefined
  const { jsonSchema: shown } = Object(action.metadata)
  return typeof shown === 'object' ? shown : undefined
}
