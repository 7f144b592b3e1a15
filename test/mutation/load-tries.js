// Bundles and runs the script that tries mutants of code that runs at load time.
import { runBundled } from '../support/bundled.js'

await runBundled(import.meta.dirname, 'load-tries')
