// npm run mutants: bundles the search for mutants that live, and runs it.
import { runBundled } from '../support/bundled.js'

await runBundled(import.meta.dirname, 'mutation')
