import { addDuration } from '../../core/durations.js'
import { signToken } from '../../identity/provider.js'
import { services } from '../../services/index.js'
import { tokenOptions } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import type { Terminal } from '../terminal.js'

export async function schema(_call: CommandInput, { out }: Terminal): Promise<number> {
  const { jsonSchema } = await import('../../seed/schema/json-schema.js')
  out.write(`${JSON.stringify(jsonSchema(services), null, 2)}\n`)
  return 0
}

/** Implements `emulator token`. Prints a bearer token from the built-in identity provider, which emulators trust. */
export async function token({ given }: CommandInput, terminal: Terminal): Promise<number> {
  const values = readValues(tokenOptions, given, terminal.env)
  const lifetime = values['expires-in']
  const issuedAt = terminal.now()
  const expiry = lifetime === undefined ? {} : { expiresAt: addDuration(issuedAt, lifetime) }
  terminal.out.write(`${await signToken({ subject: values.sub, issuedAt, ...expiry })}\n`)
  return 0
}
