/** The compiler shows this text if you call a function that has moved to the lab. */
export type InLab = "import it from 'tristore-emulator/lab'"

export const moved = (name: string): Error =>
  new Error(`${name} has moved: import { ${name} } from 'tristore-emulator/lab'`)

/**
 * @deprecated Import it from 'tristore-emulator/lab'.
 * @example
 * import { sweep } from 'tristore-emulator/lab'
 */
export function sweep(..._: readonly InLab[]): never {
  throw moved('sweep')
}

/**
 * @deprecated Import it from 'tristore-emulator/lab'.
 * @example
 * import { explore } from 'tristore-emulator/lab'
 */
export function explore(..._: readonly InLab[]): never {
  throw moved('explore')
}
