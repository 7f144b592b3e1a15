import type { Service } from '../admin/call.js'
import { services } from '../services/index.js'

/**
 * The built-in services come first.
 *
 * @param definitions what the user passed to `defineService`
 * @throws DefinitionProblem
 */
export async function allServices(definitions: readonly unknown[] = []): Promise<readonly Service[]> {
  if (definitions.length === 0) return services
  const { ownServices } = await import('./from-definitions.js')
  return [...services, ...ownServices(definitions, services)]
}
