import { createRequire } from 'node:module'

type Yaml = typeof import('yaml')

const require = createRequire(import.meta.url)
let loaded: Yaml | undefined

/**
 * The YAML library, loaded when it is first asked for. Seeds in tests are mostly objects, and the library takes as long
 * to load as the rest of the seed's reader. The build puts a bundle of it in the place of the package.
 */
export function yaml(): Yaml {
  loaded ??= require('yaml') as Yaml
  return loaded
}
