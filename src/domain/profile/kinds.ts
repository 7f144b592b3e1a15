import * as v from 'valibot'
import { INTEGER_MAX } from '../../contract/values.js'
import { namesCharacters } from './key-characters.js'

/** What options of the profile are made of: kinds of values, and the words that go with them. */

export const SECTION_MESSAGE = 'must be an object of options'

/** One of the values; the first is the default. */
export const choice = <const T extends readonly [string | number, ...(string | number)[]]>(
  ...values: T
): v.OptionalSchema<v.PicklistSchema<T, string>, T[number]> => {
  const message = `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
  return v.optional(v.picklist(values, message), values[0] as T[number])
}

export const count = (least: number, message = `must be an integer from ${least} to ${INTEGER_MAX}`) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(INTEGER_MAX, message))

export const flag = (initially: boolean) => v.optional(v.boolean('must be true or false'), initially)
export const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'))
export const optionalText = v.optional(v.nullable(text), null)
const CHARACTERS_MESSAGE = 'must be text: up to 200 characters and ranges of them, such as "A-Za-z0-9_.:-"'
export const characters = v.pipe(v.string(CHARACTERS_MESSAGE), v.check(namesCharacters, CHARACTERS_MESSAGE))
export const bound = (initially: number | null) => v.optional(v.nullable(count(0)), initially)
const SECONDS_MESSAGE = 'must be "reject" or a whole number of seconds above 0'
export const secondsOrReject = v.optional(
  v.union([v.literal('reject'), count(1, SECONDS_MESSAGE)], SECONDS_MESSAGE),
  'reject',
)

/** A section, or an option, with what it decides, as editors, the schema of seeds and the reference show it. */
export const described = <const Option extends v.GenericSchema>(what: string, option: Option) =>
  v.pipe(option, v.description(what))

/** Some options under one name. `misfits` in profile.ts refuses others. */
export const section = <const T extends v.ObjectEntries>(what: string, entries: T) =>
  described(what, v.object(entries, SECTION_MESSAGE))

/** An error code, by default this one. */
export const code = (what: string, initially: string) =>
  described(`The error code of ${what}.`, v.optional(text, initially))

/** An error code if errors may have none, by default this one. */
export const codeOrNone = (what: string, initially: string | null) =>
  described(`The error code of ${what}; null: none.`, v.optional(v.nullable(text), initially))

export const limit = (what: string, initially: number) => described(what, v.optional(count(0), initially))
