// Bundles what tries mutants of what modules do when they are loaded, and runs it.
import { runBundled } from '../support/bundled.js'

await runBundled(import.meta.dirname, 'load-tries')
