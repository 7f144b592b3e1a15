import { createRequire } from 'node:module'

type Yaml = typeof import('yaml')

const require = createRequire(import.meta.url)
let loaded: Yaml | undefined

/**
 * Loads the YAML library on first use. Most seeds in tests are objects, and loading it takes as long as everything else
 * the seed reader does. The build replaces the package with a bundle.
 */
export function yaml(): Yaml {
  loaded ??= require('yaml') as Yaml
  return loaded
}
