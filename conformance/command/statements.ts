import { AREAS } from '../statements/table.js'
import type { Host } from './host.js'
import { readOptions } from './options.js'

/** Runs `tristore-conform statements`, which prints the contract's statements as JSON for tools in other languages. */
export async function statements(argv: readonly string[], host: Host): Promise<number> {
  readOptions({}, argv, host.env)
  const printed = Object.entries(AREAS).flatMap(([area, those]) =>
    those.map(({ id, section, text, service: side, needs }) => ({
      id,
      area,
      section,
      sentence: text,
      service: side,
      needs,
    })),
  )
  host.out.write(`${JSON.stringify(printed, null, 2)}\n`)
  return 0
}
