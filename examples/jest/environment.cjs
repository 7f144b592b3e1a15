const { TestEnvironment } = require('jest-environment-node')

/** Tells a test file whether the current test has failed, which Jest itself doesn't. */
module.exports = class extends TestEnvironment {
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.hasFailed = false
    if (name === 'test_fn_failure') this.global.hasFailed = true
  }
}
