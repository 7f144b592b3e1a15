const { TestEnvironment } = require('jest-environment-node')

/** Tells tests whether the present one has failed, which Jest keeps to itself. */
module.exports = class extends TestEnvironment {
  handleTestEvent({ name }) {
    if (name === 'test_start') this.global.hasFailed = false
    if (name === 'test_fn_failure') this.global.hasFailed = true
  }
}
