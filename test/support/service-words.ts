import { defaultProfile } from '../../src/domain/profile/profile.js'
import { optionsOf } from './options-of.js'

/** Words that no service uses, such as names of the emulator's parts and options, or of owners in seeds. */
const FOREIGN =
  /_admin|_worlds|emulat|virtual|frozen|inject|fault|profile|snapshot|\bseed|\bf_\d|--[a-z]|user_\w+|HPE_|X-Emulator/gi

/** The paths of all options in the profile, e.g. `kv.putStatus`. */
const OPTIONS = [...optionsOf(defaultProfile).keys()]

/** Returns the words in an error body that no service would use. */
export function foreignWords(body: string): string[] {
  // `not_emulated` is intentional for requests outside the contract (docs/DESIGN.md section 5, Not shown).
  const said = body.replace('"not_emulated"', '')
  return [...(said.match(FOREIGN) ?? []), ...OPTIONS.filter((option) => said.includes(option))]
}
