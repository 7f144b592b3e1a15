import { testCommandsOf } from './page-commands.js'
import { documentationPages, stepsOf } from './pages.js'

/** The commands of the documentation do what its pages say. test/docs/readme.test.ts has those of README.md. */

testCommandsOf(documentationPages().filter((page) => stepsOf(page).length > 0))
