import { defineConfig } from '@playwright/test'

const { PORT = '3000', CHROMIUM } = process.env
const baseURL = `http://127.0.0.1:${PORT}`

export default defineConfig({
  fullyParallel: true,
  // One application for all tests. It gets KV_BASE_URL from `emulator exec`.
  webServer: { command: 'node server.mjs', port: Number(PORT) },
  // Playwright's own browser, or another Chromium.
  use: { baseURL, launchOptions: CHROMIUM === undefined ? {} : { executablePath: CHROMIUM } },
})
