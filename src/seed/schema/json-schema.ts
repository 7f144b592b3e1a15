import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { Component } from '../../contract/answer-schema.js'
import { isRecord } from '../../core/objects.js'
import { profileSchema } from '../../domain/profile/schema.js'
import { operationIdsOf } from '../../domain/service.js'
import type { SeededService } from '../part.js'
import { seedSchema } from './schema.js'

/**
 * Returns the seed format as JSON Schema (2020-12), for use in editors. Every field has a description. Rules that need
 * a program to check them, such as unique ids, are left out.
 */
export function jsonSchema(services: readonly SeededService[]): object {
  const operationIds = operationIdsOf(services)
  const format = jsonSchemaOf(seedSchema(services), 'input', { operationIds })
  const profile = closed(jsonSchemaOf(profileSchema(), 'input', { operationIds }))
  const properties = { ...Object(Reflect.get(format, 'properties')), profile }
  return { title: 'Seed of the tristore emulator', ...format, properties }
}

/** Disallows unknown properties, at every level. */
function closed(schema: object): object {
  const inner = Object.entries(schema).map(([name, value]) => [name, isRecord(value) ? closed(value) : value])
  const own = Object.fromEntries(inner)
  return 'properties' in schema ? { ...own, additionalProperties: false } : own
}

/** Before or after the schema's transformations. */
export type Direction = 'input' | 'output'

interface Writing {
  /**
   * The ids that globs may match. If given, the schema includes rules that are meant for editors, e.g. about
   * combinations of fields. Those would confuse client generators.
   */
  readonly operationIds?: readonly string[]
  readonly onComponent?: (component: Component) => void
}

export function jsonSchemaOf(schema: GenericSchema, direction: Direction, writing: Writing = {}): object {
  return toJsonSchema(schema, {
    target: 'draft-2020-12',
    // "input" would stop at transformations and drop whatever fields declare after them.
    typeMode: direction === 'input' ? 'ignore' : 'output',
    // Ignores checks that JSON Schema can't express.
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema: before }) => shownForm(valibotAction, before, writing),
  })
}

/** Returns whatever a field declares with `asJsonSchema`, `alsoJsonSchema` or `component`. */
function shownForm(
  action: object,
  before: object,
  { operationIds, onComponent }: Writing,
): object | undefined {
  if (!('metadata' in action)) return undefined
  const { jsonSchema: shown, alsoInJsonSchema: also, component } = Object(action.metadata)
  if (component !== undefined) {
    onComponent?.(component)
    return { $ref: `#/components/schemas/${component.name}` }
  }
  if (also !== undefined) {
    // The conversion has copied our metadata into its output.
    const { alsoInJsonSchema: _, ...plain } = Object(before)
    if (operationIds === undefined) return plain
    return { ...plain, ...(typeof also === 'function' ? also(operationIds) : also) }
  }
  return typeof shown === 'object' ? shown : undefined
}
