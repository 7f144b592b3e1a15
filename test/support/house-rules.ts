/** The source folders, and which other folders each of them may import. Imports only go down. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  contract: ['core'],
  web: ['core'],
  domain: ['core', 'contract'],
  identity: ['core', 'domain'],
  seed: ['core', 'contract', 'domain', 'identity'],
  request: ['core', 'contract', 'web', 'domain', 'identity'],
  inspect: ['core', 'contract', 'web', 'domain', 'request'],
  worlds: ['core', 'contract', 'web', 'domain', 'identity', 'seed', 'request'],
  history: ['core', 'contract', 'web', 'domain', 'identity', 'seed', 'request', 'inspect', 'worlds'],
  // Just the table. The judge mustn't share any code with the emulator it judges.
  conformance: ['contract'],
  admin: ['core', 'contract', 'web', 'domain', 'identity', 'seed', 'request', 'inspect', 'worlds', 'history'],
  // Nothing below imports the services, because they're passed to the emulator.
  services: ['core', 'contract', 'domain', 'identity', 'seed', 'request', 'admin'],
  'own-service': ['core', 'domain', 'contract', 'seed', 'request', 'admin', 'services'],
  client: [
    'core',
    'contract',
    'web',
    'domain',
    'services',
    'seed',
    'request',
    'inspect',
    'worlds',
    'history',
    'admin',
  ],
  server: [
    'core',
    'contract',
    'web',
    'domain',
    'identity',
    'seed',
    'request',
    'worlds',
    'history',
    'admin',
    'client',
    'own-service',
    '.',
  ],
  // Package entries that are imported by test tools.
  integrations: ['core', 'web', 'domain', 'history', 'admin', 'own-service', 'client', 'server', '.'],
  cli: [
    'core',
    'contract',
    'web',
    'domain',
    'services',
    'identity',
    'seed',
    'request',
    'inspect',
    'worlds',
    'history',
    'client',
    'server',
    'lab',
    'own-service',
    '.',
  ],
  // Imports the package by its name and nothing else.
  lab: [],
  // Runs in a browser, so it only takes types from most of these.
  dashboard: ['core', 'contract', 'domain', 'request', 'inspect', 'admin', 'services', 'client'],
  // start-emulator.ts, which is the composition root, and the package's entries.
  '.': [
    'core',
    'domain',
    'seed',
    'request',
    'inspect',
    'history',
    'admin',
    'services',
    'own-service',
    'client',
    'server',
  ],
}

interface Ban {
  readonly pattern: RegExp
  readonly home: readonly string[]
  readonly instead: string
}

export const BANS: readonly Ban[] = [
  {
    pattern: /\bDate\.now\b/,
    // The second runs in a page, and the third doesn't know the emulator.
    home: ['core/clock.ts', 'integrations/page/steer.ts', 'conformance/command/main.ts'],
    instead: 'take the time as a parameter; its source is core/clock.ts',
  },
  {
    pattern: /\bnew Date\(\)/,
    home: [],
    instead: 'take the time as a parameter; its source is core/clock.ts',
  },
  {
    pattern: /\bperformance\.now\b/,
    home: [
      'server/system-ports.ts',
      'integrations/clock.ts',
      'integrations/page/steer.ts',
      'dashboard/clock.ts',
    ],
    instead: 'take the port `monotonic`',
  },
  {
    pattern: /\bMath\.random\(|\brandomUUID\(|\brandomBytes\(/,
    home: [],
    instead: 'draw from a stream of core/random.ts',
  },
  {
    pattern: /\bsetTimeout\(|\bsetInterval\(/,
    home: [
      'web/server.ts',
      'web/every.ts',
      'request/http/write.ts',
      'server/read-file.ts',
      'client/in-process/abort-signals.ts',
      'lab/sweep/time-limit.ts',
      'lab/explore/idle.ts',
      'integrations/clock',
      'integrations/page/steer.ts',
      'cli/',
      'conformance/command/main.ts',
      'dashboard/',
    ],
    instead: 'compute it from the clock on demand; the domain has no timers',
  },
  { pattern: /\b(?:TODO|FIXME|XXX)\b/, home: [], instead: 'fix it, or write it down in docs/' },
  {
    pattern: /\bconsole\.|(?<![-\w])process\.(?!getBuiltinModule)/,
    // The last one contains code that users can paste elsewhere.
    home: [
      'cli/',
      'core/system-heap.ts',
      'conformance/command/main.ts',
      'client/failed-test.ts',
      'client/loopback-proxy.ts',
      'integrations/vitest.ts',
      'integrations/clock.ts',
      'integrations/connect-or-start.ts',
      'integrations/playwright.ts',
      'dashboard/features/connect/examples.ts',
    ],
    instead: 'only the command line uses the process; pass it in as a port',
  },
]

interface Budget {
  readonly lines: number
  readonly files: number
}

/**
 * Maximum lines and files per folder. Lower a limit in the commit that makes room. Only raise it in one that explains
 * why.
 */
export const BUDGETS: Readonly<Record<'src' | 'lab' | 'dashboard' | 'conformance', Budget>> = {
  src: { lines: 39_701, files: 381 },
  lab: { lines: 5_104, files: 70 },
  dashboard: { lines: 15_962, files: 181 },
  conformance: { lines: 10_269, files: 94 },
}
