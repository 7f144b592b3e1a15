import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { parse } from 'yaml'
import { EXAMPLES, outerEnvironment, readExample } from './example.js'

const run = promisify(execFile)
const environment = v.record(v.string(), v.string())

const stepSchema = v.union([
  v.strictObject({ uses: v.string(), with: v.optional(v.record(v.string(), v.unknown())) }),
  v.strictObject({
    name: v.string(),
    run: v.string(),
    if: v.optional(v.picklist(['failure()', 'always()'])),
  }),
])

const workflow = v.parse(
  v.strictObject({
    name: v.string(),
    on: v.array(v.picklist(['push', 'pull_request'])),
    env: environment,
    jobs: v.strictObject({
      test: v.strictObject({ 'runs-on': v.string(), steps: v.array(stepSchema) }),
    }),
  }),
  parse(readExample('ci', '.github/workflows/test.yaml')),
)

export const steps = workflow.jobs.test.steps.filter((step) => 'run' in step)

export type Step = (typeof steps)[number]

/**
 * Runs steps as GitHub's runner does. After a step failed, runs only the steps for failures or for any outcome, and
 * then rejects with that failure.
 *
 * @param variables the environment of the steps, on top of this process's own; a step adds to it through GITHUB_ENV
 * @param file the file to use as GITHUB_ENV
 * @returns the output of each step, by its command
 */
export async function runSteps(
  chosen: readonly Step[],
  variables: Readonly<Record<string, string>>,
  file: string,
): Promise<Map<string, string>> {
  const printed = new Map<string, string>()
  const failures: unknown[] = []
  writeFileSync(file, '')
  for (const step of chosen) {
    const isDue = step.if === 'always()' || (step.if === 'failure()') === failures.length > 0
    if (!isDue) continue
    const env = { ...workflow.env, ...variables, ...readVariables(file), GITHUB_ENV: file }
    await runStep(step, env).then(
      (text) => printed.set(step.run, text.trimEnd()),
      (failure) => failures.push(failure),
    )
  }
  if (failures.length > 0) throw failures[0]
  return printed
}

/** Runs a step as the runner does on Linux without a named shell. Rejects if it fails. */
export async function runStep(step: Step, variables: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...outerEnvironment(), ...variables }
  const { stdout } = await run('bash', ['-e', '-c', step.run], { cwd: join(EXAMPLES, 'ci'), env })
  return stdout
}

export function readVariables(file: string): Record<string, string> {
  const lines = [...readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm)]
  return Object.fromEntries(lines.map(([, name, value]) => [name, value]))
}
