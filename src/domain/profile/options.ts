import { type GenericSchema, getDescription } from 'valibot'
import { valueAt } from '../../core/objects.js'
import { defaultProfile, type Profile } from './profile.js'
import { profileSchema } from './schema.js'

export const JSON_TYPES = ['text', 'number', 'null'] as const
type JsonType = (typeof JSON_TYPES)[number]

export interface ProfileOption {
  readonly meaning: string
  readonly default: unknown
  /** The possible values, or else a description of them. */
  readonly allowed: readonly unknown[] | string
  /** Only set if `allowed` is a description. */
  readonly types?: readonly JsonType[]
}

/** The parts of a valibot schema that say which values it accepts. */
interface Shape extends GenericSchema {
  readonly type: string
  readonly entries?: object
  /** The schema inside an optional or nullable one. */
  readonly wrapped?: Shape
  readonly options?: readonly unknown[]
  /** `what` describes the values. */
  readonly message?: { readonly what: string } | undefined
}

/** By path, e.g. "kv.putStatus" or "errors.codes.404". */
export function profileOptions(): ReadonlyMap<string, ProfileOption> {
  const options = new Map<string, ProfileOption>()
  collect(profileSchema(), '', options)
  return options
}

export function optionAt(profile: Profile, path: string): unknown {
  return valueAt(profile, path.split('.'))
}

function collect(shape: Shape, path: string, options: Map<string, ProfileOption>): void {
  const bare = shape.wrapped ?? shape
  if (bare.entries === undefined) {
    const meaning = getDescription(shape) ?? ''
    const allowed = allowedBy(bare)
    const types = typeof allowed === 'string' ? { types: typesOf(bare) } : {}
    options.set(path, { meaning, default: optionAt(defaultProfile, path), allowed, ...types })
    return
  }
  for (const [name, inner] of Object.entries(bare.entries)) {
    collect(inner, path === '' ? name : `${path}.${name}`, options)
  }
}

function allowedBy({ type, wrapped, options, message }: Shape): readonly unknown[] | string {
  if (type === 'picklist' && options !== undefined) return options
  if (type === 'boolean') return [true, false]
  if (wrapped !== undefined) return `${allowedBy(wrapped)}, or null`
  return message?.what ?? ''
}

function typesOf({ type, wrapped, options = [] }: Shape): readonly JsonType[] {
  if (wrapped !== undefined) return [...typesOf(wrapped), 'null']
  if (type === 'union') return (options as readonly Shape[]).flatMap(typesOf)
  return [type === 'number' ? 'number' : 'text']
}
