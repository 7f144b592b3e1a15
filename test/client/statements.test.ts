import { describeStatements } from '../conformance/statements/describe-statements.js'
import { startInProcess } from './emulators.js'

/** Every statement of the contract holds without a socket too. */
describeStatements('without a socket', (profile) => startInProcess({ profile }), [['the usual gaps', {}]])
