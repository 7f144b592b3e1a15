import { testCommandsOf } from './page-commands.js'
import { documentationPages, readPage, stepsOf } from './pages.js'

/** The commands of the documentation do what its pages say. test/docs/readme.test.ts has those of README.md. */

const pages = [...documentationPages(), readPage('conformance/README.md')]

testCommandsOf(pages.filter((page) => stepsOf(page).length > 0))
