import { testClient } from './client-tests.js'

/** The clients of languages that a machine may lack; Python's has a suite of its own, `npm run test:python`. */

testClient({
  language: 'java',
  tool: ['javac', '--version'],
  test: 'javac -Xlint:all -Werror -d out *.java && java -ea -cp out tristore.EmulatorTest',
  example: 'javac -d out *.java && java -ea -cp out Example',
  file: (code) => ({ 'Example.java': code }),
})

const MODULE = 'go mod init tristore'

testClient({
  language: 'go',
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
})
