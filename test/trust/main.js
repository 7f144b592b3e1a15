// npm run trust: bundles the script that writes test/trust/TRUST.md, and runs it.
import { runBundled } from '../support/bundled.js'

await runBundled(import.meta.dirname, 'trust')
