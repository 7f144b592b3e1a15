import { oneOf, type Parameter, parameter } from '../../contract/json-schema.js'

/** The order in which a list is asked for. */
export interface Sort<Name extends string = string> {
  /** What it goes by. */
  readonly by: Name
  /** The other way round. */
  readonly isDescending: boolean
}

/**
 * The parameter of a list's order, in the OpenAPI document.
 *
 * @param names what it can go by, each also the other way round
 * @param usual the order if it is left out
 */
export const sortQuery = (names: readonly string[], usual: string): Parameter =>
  parameter(
    `The order; after a "-" the other way round. Left out: ${usual}.`,
    oneOf(...names.flatMap((name) => [name, `-${name}`])),
    `-${names[0]}`,
  )

/** Reads the order of a list, which can go by these. */
export const sortReader = <const Name extends string>(names: readonly Name[]) => ({
  expects: `${names.join(', ')}, or one of these after a "-" for the other way round`,
  read(value: string): Sort<Name> | undefined {
    const isDescending = value.startsWith('-')
    const by = names.find((name) => name === (isDescending ? value.slice(1) : value))
    return by === undefined ? undefined : { by, isDescending }
  },
})
