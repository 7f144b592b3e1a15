import { createRequire } from 'node:module'

type Yaml = typeof import('yaml')

const require = createRequire(import.meta.url)
let loaded: Yaml | undefined

/**
 * The YAML library, loaded on first use: seeds in tests are mostly objects, and loading it takes as long as the rest of
 * the seed reader. The build replaces the package with a bundle.
 */
export function yaml(): Yaml {
  loaded ??= require('yaml') as Yaml
  return loaded
}
