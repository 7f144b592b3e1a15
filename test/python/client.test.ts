import { testClient } from '../clients/client-tests.js'

testClient({
  language: 'python',
  tool: ['python3', '--version'],
  test: 'python3 test_tristore_emulator.py',
  example: 'python3 example.py',
  file: (code) => ({ 'example.py': code }),
})
