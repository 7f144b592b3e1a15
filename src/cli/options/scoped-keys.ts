import { SCOPES, type Scope } from '../../contract/values.js'
import { list, type OptionKind } from '../../server/options/kinds.js'

/** A raw API key of the two stores, with its scope. */
export interface ScopedKey {
  readonly scope: Scope
  readonly key: string
}

const SCOPED = /^(?:(read|write|admin):)?((?:kv_(read|write|admin)_)?[\x21-\x7e]+)$/

/** Keys of a namespace or store; the scope may be left to the key's own text, which begins with it. */
export const scopedKeys: OptionKind<readonly ScopedKey[]> = list(
  '[SCOPE:]KEY',
  'expected a key such as kv_read_…, or its scope and the key: read:KEY, write:KEY or admin:KEY',
  (text) => {
    const [, named, key = '', spelt] = SCOPED.exec(text) ?? []
    const scope = SCOPES.find((one) => one === (named ?? spelt))
    return scope === undefined ? undefined : { scope, key }
  },
)
