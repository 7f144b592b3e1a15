import { testCommandsOf } from './page-commands.js'
import { documentationPages, readPage, stepsOf } from './pages.js'

/** Runs the commands of the documentation; test/docs/readme.test.ts runs those of README.md. */

const pages = [...documentationPages(), readPage('conformance/README.md')]

testCommandsOf(pages.filter((page) => stepsOf(page).length > 0))
