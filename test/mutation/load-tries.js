// Bundles and runs the script that tries mutants of code that runs when a module is loaded.
import { runBundled } from '../support/bundled.js'

await runBundled(import.meta.dirname, 'load-tries')
