import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { Started } from '../cli/built.js'
import { buildImage, IMAGE } from './image.js'

const run = promisify(execFile)

beforeAll(() => buildImage())

const PROGRAM = `
  process.on('SIGTERM', () => { console.log('got it'); process.exit(9) })
  setInterval(() => {}, 1000)
  const headers = { 'X-KV-Key': 'kv_read_demo' }
  fetch(process.env.KV_BASE_URL + '/v1/kv/ns_demo_starter/flag:checkout', { headers }).then(({ status }) => console.log('read', status))`

function inContainer(name: string, input: string, ...args: readonly string[]): Started {
  const child = spawn('docker', ['run', '--rm', '--interactive', '--name', name, IMAGE, 'exec', ...args])
  if (input !== '') child.stdin.end(input)
  return new Started(child)
}

test('signals reach the command, and the container ends with its exit status', async () => {
  const name = `exec-signal-${process.pid}`
  using container = inContainer(name, '', '--', 'node', '-e', PROGRAM)
  await container.until(/read 200/)
  await run('docker', ['stop', '--time', '20', name])
  expect(await container.ended).toBe(9)
  expect(container.out).toBe('read 200\ngot it\n')
})

test('the command gets the input of the container, and its output is printed', async () => {
  using container = inContainer(`exec-input-${process.pid}`, 'a line\n', '--usage', '--', 'cat')
  expect(await container.ended).toBe(0)
  expect(container.out).toBe('a line\n')
  expect(container.err).toContain('The run used nothing that the services count')
})

test('a missing command ends the container with status 127', async () => {
  using container = inContainer(`exec-none-${process.pid}`, ' ', '--', 'no-such-command')
  expect(await container.ended).toBe(127)
})
