import { connectWithin } from '../../client/connect.js'
import type { EmulatorClient } from '../../client/emulator-client.js'
import { EmulatorError } from '../../client/error.js'
import { printable, printableJson, printableLines } from '../../core/printable.js'
import { readNamed } from '../../server/named-files.js'
import { Failure, FOUND_WRONG } from '../failure.js'
import { conductOptions, type SettingsOf } from '../options/options.js'
import { type CommandInput, readValues } from '../options/values.js'
import type { Terminal } from '../terminal.js'
import { ANSWER_MS, answerFailure } from './why.js'

/**
 * Implements `emulator conduct [FILE]`, which judges how well the client under test behaves. It reads the journal of a
 * running emulator, or an archived one.
 */
export async function conduct({ args, given }: CommandInput, terminal: Terminal): Promise<number> {
  const settings = readValues(conductOptions, given, terminal.env)
  const { conductCommand, NotOfEmulator } = await import('../../../lab/command.js')
  const [path] = args
  try {
    const from = path === undefined ? emulatorAt(settings) : await readNamed(path, 'archive', terminal.files)
    const { text, isBroken } = await conductCommand(from, settings.report)
    terminal.out.write(settings.report === 'json' ? printableJson(text) : printableLines(text))
    return isBroken ? FOUND_WRONG : 0
  } catch (error) {
    if (error instanceof EmulatorError) throw answerFailure(error, settings.url)
    throw error instanceof NotOfEmulator ? new Failure(`${printable(path ?? '')}: ${error.message}`) : error
  }
}

function emulatorAt({ url, 'admin-token': adminToken }: SettingsOf<typeof conductOptions>): EmulatorClient {
  return connectWithin(ANSWER_MS, url, { adminToken })
}
