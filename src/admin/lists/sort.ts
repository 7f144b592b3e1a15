import { parameter, readAs } from '../query.js'

/** The order in which a list is asked for. */
export interface Sort<Name extends string = string> {
  readonly by: Name
  /** The other way round. */
  readonly isDescending: boolean
}

/**
 * The parameter of a list's order.
 *
 * @param names what it can go by, each also the other way round
 * @param usual the order if it is left out
 */
export const sortQuery = <const Name extends string>(names: readonly Name[], usual: string) =>
  parameter(
    `The order; after a "-" the other way round. Left out: ${usual}.`,
    readAs(
      `${names.join(', ')}, or one of these after a "-" for the other way round`,
      (text): Sort<Name> | undefined => {
        const isDescending = text.startsWith('-')
        const by = names.find((name) => name === (isDescending ? text.slice(1) : text))
        return by === undefined ? undefined : { by, isDescending }
      },
      { type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) },
    ),
    `-${names[0]}`,
  )
