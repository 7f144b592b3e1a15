import { expect } from 'vitest'
import { Copy, FakeDocker } from './client-run.js'
import { testClient } from './client-tests.js'
import { go, java, testsWith } from './languages.js'
import { docker } from './plan.js'

/** The Python client has its own suite: the project `python` of test/machines.config.ts. */

testClient(java)
testClient(go)

testsWith(go).declare('a cancelled context ends the container of Go', async () => {
  using copy = new Copy('go')
  using fake = new FakeDocker('http://127.0.0.1:9')
  await copy.run(`${go.compile} && ./starting -test.run TestCancelledStart`, fake.env)
  expect(fake.commands.at(-1)).toBe(docker.at(-1))
})
