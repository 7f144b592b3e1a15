import { testClient } from './client-tests.js'
import { go, java } from './languages.js'

/** The client for Python has a suite of its own, `npm run test:python`. */

testClient(java)
testClient(go)
