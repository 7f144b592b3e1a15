import { yaml } from './yaml.js'

let isLoaded = false

/** Loads the YAML library ahead of its use, in a slice of its own: that takes 8 ms. */
export function loadYaml(): void {
  if (isLoaded) return
  yaml()
  isLoaded = true
}
