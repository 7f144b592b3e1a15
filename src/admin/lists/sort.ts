import { parameter, readAs } from '../query.js'

export interface Sort<Name extends string = string> {
  readonly by: Name
  readonly isDescending: boolean
}

/**
 * @param names what you can sort by. Each also works in reverse.
 * @param usual describes the default order
 */
export const sortQuery = <const Name extends string>(names: readonly Name[], usual: string) =>
  parameter(
    `The order. Put a "-" in front to reverse it. Defaults to ${usual}.`,
    readAs(
      `${names.join(', ')}, or one of these after a "-" to reverse it`,
      (text): Sort<Name> | undefined => {
        const isDescending = text.startsWith('-')
        const by = names.find((name) => name === (isDescending ? text.slice(1) : text))
        return by === undefined ? undefined : { by, isDescending }
      },
      { type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) },
    ),
    `-${names[0]}`,
  )
