import { spawnSync } from 'node:child_process'
import { test } from 'vitest'

/** A client, and the commands that run its programs. */
export interface Client {
  /** The name of its folder, also used for code in its README. */
  readonly language: string
  readonly source: string
  /** A command that fails if the tools are missing. */
  readonly tools: string
  readonly test: string
  /** The file name that its README example has. */
  readonly example: string
  /** The command that runs the example, as the README names it. */
  readonly runExample: string
  readonly compile: string
  /** Starts an image. Takes the image and a seed as further arguments, and ends only with an error. */
  readonly program: string
}

export const python: Client = {
  language: 'python',
  source: 'tristore_emulator.py',
  tools: 'python3 -m pytest --version',
  test: 'python3 test_tristore_emulator.py',
  example: 'test_sessions.py',
  runExample: 'python3 -m pytest test_sessions.py',
  compile: 'true',
  // Uses the interpreter itself, because a wrapper would need a PATH.
  program: '$(python3 -c "import sys; print(sys.executable)") starting.py',
}

/** Debian's package junit5. */
const JUNIT = '/usr/share/java/junit-platform-console-standalone.jar'

export const java: Client = {
  language: 'java',
  source: 'Emulator.java',
  tools: `javac --version && test -f ${JUNIT}`,
  test: 'javac -Xlint:all -Werror --release 11 -d out Emulator.java EmulatorTest.java && java -ea -cp out tristore.EmulatorTest',
  example: 'SessionsTest.java',
  runExample: `javac -cp ${JUNIT} -d out Emulator.java SessionsTest.java && java -jar ${JUNIT} -cp out -c tristore.SessionsTest`,
  compile: 'javac -d out Emulator.java Starting.java',
  program: '$(command -v java) -cp out tristore.Starting',
}

const MODULE = 'go mod init tristore'

export const go: Client = {
  language: 'go',
  source: 'emulator.go',
  tools: 'go version',
  test: `${MODULE} && rm starting_test.go && test -z "$(gofmt -l .)" && go vet . && go test .`,
  example: 'sessions_test.go',
  runExample: `${MODULE} && mkdir -p shop && mv sessions_test.go shop && go test ./shop`,
  compile: `${MODULE} && go test -c -o starting .`,
  program: './starting -test.run TestStarting',
}

/** They are skipped where the tools of a client are missing. */
export function testsWith({ tools }: Client) {
  const isMissing = spawnSync('bash', ['-c', tools]).status !== 0
  const declare = (name: string, body: () => Promise<void>): void => {
    test(name, async ({ skip }) => {
      skip(isMissing, `this needs: ${tools}`)
      await body()
    })
  }
  return { declare, isMissing }
}
