import { type GenericSchema, getDescription } from 'valibot'
import { valueAt } from '../../core/objects.js'
import { defaultProfile, type Profile } from './profile.js'
import { profileSchema } from './schema.js'

/** An option of the profile: what it decides, its default and its values. */
export interface ProfileOption {
  readonly meaning: string
  readonly default: unknown
  /** Its values if they can be listed, else what it must be, in words. */
  readonly allowed: readonly unknown[] | string
}

/** The members of a schema that show which values it takes. */
interface Shape extends GenericSchema {
  readonly type: string
  readonly entries?: object
  /** The schema inside one that may be left out, or be null. */
  readonly wrapped?: Shape
  readonly options?: readonly unknown[]
  readonly message?: unknown
}

/** Every option by its path ("kv.putStatus", "errors.codes.404"), derived from the one schema. */
export function profileOptions(): ReadonlyMap<string, ProfileOption> {
  const options = new Map<string, ProfileOption>()
  collect(profileSchema, '', options)
  return options
}

/** The value of an option in a profile; undefined if no option has this path. */
export function optionAt(profile: Profile, path: string): unknown {
  return valueAt(profile, path.split('.'))
}

function collect(shape: Shape, path: string, options: Map<string, ProfileOption>): void {
  const bare = shape.wrapped ?? shape
  if (bare.entries === undefined) {
    const meaning = getDescription(shape) ?? ''
    options.set(path, { meaning, default: optionAt(defaultProfile, path), allowed: allowedBy(bare) })
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
  return String(message).replace('must be ', '')
}
