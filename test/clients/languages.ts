import { spawnSync } from 'node:child_process'
import type { Files } from './client-run.js'

/** A client, and the commands that run its programs. */
export interface Client {
  /** The name of its folder, and of the code in its README. */
  readonly language: string
  /** The file to copy. */
  readonly source: string
  /** The tool that it needs, with arguments that only check for it. */
  readonly tool: readonly [command: string, argument: string]
  /** The command that runs its own test. */
  readonly test: string
  /** The command that runs the example of its README. */
  readonly example: string
  /** The file of the example, made from the code in the README. */
  file(code: string): Files
}

export const python: Client = {
  language: 'python',
  source: 'tristore_emulator.py',
  tool: ['python3', '--version'],
  test: 'python3 test_tristore_emulator.py',
  example: 'python3 example.py',
  file: (code) => ({ 'example.py': code }),
}

export const java: Client = {
  language: 'java',
  source: 'Emulator.java',
  tool: ['javac', '--version'],
  test: 'javac -Xlint:all -Werror -d out *.java && java -ea -cp out tristore.EmulatorTest',
  example: 'javac -d out *.java && java -ea -cp out Example',
  file: (code) => ({ 'Example.java': code }),
}

const MODULE = 'go mod init tristore'

export const go: Client = {
  language: 'go',
  source: 'emulator.go',
  tool: ['go', 'version'],
  test: `${MODULE} && test -z "$(gofmt -l .)" && go vet . && go test .`,
  example: `${MODULE} && mkdir -p shop && mv shop_test.go shop && go test ./shop`,
  file: (code) => ({
    'shop_test.go': `package shop

import (
	"testing"
	"tristore"
)

func TestExample(t *testing.T) {
${code}}
`,
  }),
}

/** Why the programs of a client cannot run here; undefined if they can. */
export function missingFor({ tool: [command, argument] }: Client): string | undefined {
  return spawnSync(command, [argument]).status === 0 ? undefined : `there is no ${command} here`
}
