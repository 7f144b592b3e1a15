import { createRequire } from 'node:module'
import type { Steps } from '../../core/steps.js'

type Yaml = typeof import('yaml')

const require = createRequire(import.meta.url)
let loaded: Yaml | undefined

/**
 * The YAML library, loaded when it is first asked for: seeds in tests are mostly objects, and the library takes as long to
 * load as the rest of the seed's reader. The build puts a bundle of it in the place of the package.
 */
export function yaml(): Yaml {
  loaded ??= require('yaml') as Yaml
  return loaded
}

/** Loads it ahead of its use, in a slice of its own: that takes 15 ms. */
export function* loadYaml(): Steps<void> {
  if (loaded !== undefined) return
  yaml()
  yield
}
