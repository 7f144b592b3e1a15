import type { World } from '../world.js'
import type { CallFacts } from './call.js'

/** A call under way in a world, as the rules of services see it. */
export type WorldCall = CallFacts & { readonly world: World }
