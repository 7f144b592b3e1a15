import { type Parameter, parameter, text } from '../../../contract/json-schema.js'

/** A parameter that names a point of the history. */
export const point = (what: string): Parameter =>
  parameter(`${what}: r41, after:r41, an instant, start or now.`, text, 'start')
