import { defineConfig } from '@playwright/test'

const { BASE_URL = '', BROWSER = '' } = process.env

/** Runs all tests at once, in one browser, against one application. */
export default defineConfig({
  fullyParallel: true,
  workers: 10,
  timeout: 600_000,
  expect: { timeout: 300_000 },
  use: { baseURL: BASE_URL, connectOptions: { wsEndpoint: BROWSER } },
  reporter: [['line'], ['json', { outputFile: 'report.json' }]],
})
