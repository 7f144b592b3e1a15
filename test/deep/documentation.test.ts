import { testCommandsOf } from '../docs/page-commands.js'
import { documentationPages, stepsOf } from '../docs/pages.js'

/** The commands of the documentation do what its pages say. Those of README.md are run in npm test too. */

testCommandsOf(documentationPages().filter((page) => stepsOf(page).length > 0))
