import { launch } from '../../../src/server/launch.js'
import { benchSeed, entryPath } from '../subject.js'
import { answered, plainRequest } from './plain-request.js'
import { rateOf } from './rate.js'

/** Prints how many GETs a second one core answers without HTTP: all gates, the operation and the journal. */

const { plane, world, close } = await launch({ seed: benchSeed() })
const ask = () => answered(plane, world, plainRequest('GET', entryPath(1)))
rateOf(ask, 300)
const rate = rateOf(ask, 700)
await close()
console.log(rate)
