import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { RUNS } from '../simulation/check.js'

const root = resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const text = v.record(v.string(), v.string())

const stepSchema = v.strictObject({
  name: v.optional(v.string()),
  id: v.optional(v.string()),
  if: v.optional(v.string()),
  run: v.optional(v.string()),
  uses: v.optional(v.string()),
  with: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
  env: v.optional(text),
})

const workflowSchema = v.strictObject({
  name: v.string(),
  on: v.record(v.string(), v.unknown()),
  permissions: text,
  concurrency: v.optional(v.strictObject({ group: v.string(), 'cancel-in-progress': v.boolean() })),
  jobs: v.record(
    v.string(),
    v.strictObject({
      name: v.optional(v.string()),
      needs: v.optional(v.string()),
      'runs-on': v.literal('ubuntu-latest'),
      permissions: v.optional(text),
      env: v.optional(text),
      strategy: v.optional(
        v.strictObject({ 'fail-fast': v.boolean(), matrix: v.strictObject({ node: v.array(v.string()) }) }),
      ),
      steps: v.array(stepSchema),
    }),
  ),
})

const folder = join(root, '.github/workflows')
const workflows = Object.fromEntries(
  readdirSync(folder).map((file) => [
    file,
    v.parse(workflowSchema, parse(readFileSync(join(folder, file), 'utf8'))),
  ]),
)

const steps = Object.entries(workflows).flatMap(([file, { jobs }]) =>
  Object.entries(jobs).flatMap(([job, { steps, permissions }]) =>
    steps.map((step) => ({ file, job, permissions: permissions ?? {}, step })),
  ),
)

test('there are workflows for changes, nights and releases', () => {
  expect(Object.keys(workflows)).toEqual(['ci.yml', 'nightly.yml', 'release.yml'])
  expect(workflows['release.yml']?.on).toEqual({ push: { tags: ['v*'] } })
})

test('every night, the simulation runs 1,000 times as many programs per seed', () => {
  const env = workflows['nightly.yml']?.jobs.simulation?.steps.find((step) => step.env)?.env
  expect(env?.SIMULATION_RUNS).toBe(String(1000 * RUNS))
})

test('workflows may only read by default, and a release needs the check to pass', () => {
  for (const { permissions } of Object.values(workflows)) expect(permissions).toEqual({ contents: 'read' })
  const { check, ...others } = workflows['release.yml']?.jobs ?? {}
  expect(check?.steps.map(({ run }) => run)).toContain('bash .ci/run')
  for (const { needs } of Object.values(others)) expect(needs).toBe('check')
})

const commands = steps.flatMap(({ file, job, step }) =>
  step.run === undefined ? [] : [{ file, job, run: step.run }],
)

describe('the command exists', () => {
  const OF_NPM = ['ci', 'pack', 'pkg', 'publish', 'test']

  test.each(commands)('$file $job runs a command that exists: $run', ({ run }) => {
    const [program, first = '', second = ''] = run.split(' ')
    if (program === 'bash' || program === 'node') return expect(existsSync(join(root, first))).toBe(true)
    if (program === 'npm' && first === 'run') return expect(manifest.scripts).toHaveProperty([second])
    if (program === 'npm') {
      if (first === 'test') expect(manifest.scripts).toHaveProperty('test')
      return expect(OF_NPM).toContain(first)
    }
    expect(['gh', 'test', 'echo']).toContain(program)
  })
})

describe('an action is named with its major version', () => {
  const actions = steps.flatMap(({ file, job, step }) =>
    step.uses === undefined ? [] : [{ file, job, uses: step.uses }],
  )

  test.each(actions)('$file $job names an action with its major version: $uses', ({ uses }) => {
    expect(uses).toMatch(/^(?:actions|docker)\/[\w-]+@v\d+$/)
  })

  test('each action has one version only', () => {
    const names = new Set(actions.map(({ uses }) => uses.split('@')[0]))
    expect(new Set(actions.map(({ uses }) => uses)).size).toBe(names.size)
  })
})

test('every job that attests has the permission to', () => {
  const attesting = steps.filter(({ step }) => step.uses?.startsWith('actions/attest@'))
  expect(attesting.length).toBeGreaterThan(0)
  for (const { permissions } of attesting)
    expect(permissions).toMatchObject({ 'id-token': 'write', attestations: 'write' })
})

test('the package is published to npm only if there is a token', () => {
  const publishing = steps.filter(({ step }) => step.run?.includes('npm publish'))
  expect(publishing).toHaveLength(1)
  for (const { step } of publishing) {
    expect(step.run).toContain('--provenance')
    expect(step.if).toBe("env.NPM_TOKEN != ''")
  }
})

test('the versions of Node are the oldest one that the package supports, and those of node test/matrix.js', () => {
  const { everything, versions } = workflows['ci.yml']?.jobs ?? {}
  const main = everything?.steps
    .map((step) => step.with?.['node-version'])
    .find((version) => version !== undefined)
  const tested = [...(versions?.strategy?.matrix.node ?? []), `${main}`].sort()
  const [, oldest] = /^>=(\d+\.\d+)$/.exec(manifest.engines.node) ?? []
  const matrix = /^const VERSIONS = \[`\$\{oldest\}\.0`, (.*)\]$/m.exec(
    readFileSync(join(root, 'test/matrix.js'), 'utf8'),
  )
  expect(tested).toEqual([oldest, ...(matrix?.[1] ?? '').replaceAll("'", '').split(', ')])
})
