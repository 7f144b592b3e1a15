import { startEmulator } from '../../../src/emulator.js'

/** An emulator in a process of its own, whose heap an attacker tries to fill; it ends with its standard input. */

const emulator = await startEmulator({
  seed: {
    namespaces: [
      {
        id: 'ns_a_1',
        limits: { reads: 1_000_000, writes: 1_000_000, storageBytes: 20_000_000 },
        keys: [{ key: 'k', scope: 'admin' }],
      },
    ],
    database: { keys: [{ key: 'db' }] },
  },
})
process.stdout.write(`${emulator.baseUrl}\n`)
process.stdin.resume().on('end', () => emulator.close())
