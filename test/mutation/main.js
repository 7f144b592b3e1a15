// node test/mutation/main.js: bundles the search for surviving mutants, and runs it.
import { runBundled } from '../support/bundled.js'

await runBundled(import.meta.dirname, 'mutation')
