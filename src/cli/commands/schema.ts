import { jsonSchema } from '../../seed/schema/json-schema.js'
import type { CommandInput } from '../options/values.js'
import type { Terminal } from '../terminal.js'

/** `emulator schema`: the JSON Schema of seeds. */
export async function schema(_call: CommandInput, { out }: Terminal): Promise<number> {
  out.write(`${JSON.stringify(await jsonSchema(), null, 2)}\n`)
  return 0
}
