import * as v from 'valibot'
import { INTEGER_MAX } from '../../contract/values.js'
import { didYouMean, expected } from '../../core/expected.js'
import { nearest } from '../../core/nearest.js'
import { namesCharacters } from './key-characters.js'

/** Building blocks for the schemas of profile options, with their error messages. */

export const SECTION = 'an object of options'

/** Defaults to the first value. */
export const choice = <const T extends readonly [string | number, ...(string | number)[]]>(
  ...values: T
): v.OptionalSchema<v.PicklistSchema<T, ReturnType<typeof expected>>, T[number]> => {
  const message = expected(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`, (input) =>
    typeof input === 'string' ? didYouMean(nearest(input, values.map(String))) : undefined,
  )
  return v.optional(v.picklist(values, message), values[0] as T[number])
}

export const count = (least: number, message = expected(`an integer from ${least} to ${INTEGER_MAX}`)) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(INTEGER_MAX, message))

export const flag = (initially: boolean) => v.optional(v.boolean(expected('true or false')), initially)
export const text = v.pipe(v.string(expected('text')), v.nonEmpty(expected('text that is not empty')))
export const optionalText = v.optional(v.nullable(text), null)
const CHARACTERS = expected('text: up to 200 characters and ranges of them, such as "A-Za-z0-9_.:-"')
export const characters = v.pipe(v.string(CHARACTERS), v.check(namesCharacters, CHARACTERS))
export const bound = (initially: number | null) => v.optional(v.nullable(count(0)), initially)
const SECONDS = expected('"reject" or a whole number of seconds above 0')
export const secondsOrReject = v.optional(
  v.union([v.literal('reject'), count(1, SECONDS)], SECONDS),
  'reject',
)

/** Adds a description for editors, the seed schema and the reference pages. */
export const described = <const Option extends v.GenericSchema>(what: string, option: Option) =>
  v.pipe(option, v.description(what))

/** `misfits` in profile.ts rejects unknown options. */
export const section = <const T extends v.ObjectEntries>(what: string, entries: T) =>
  described(what, v.object(entries, expected(SECTION)))

export const code = (what: string, initially: string) =>
  described(`The error code for ${what}.`, v.optional(text, initially))

export const codeOrNone = (what: string, initially: string | null) =>
  described(`The error code for ${what}, or null for none.`, v.optional(v.nullable(text), initially))

export const limit = (what: string, initially: number) => described(what, v.optional(count(0), initially))
