import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'

/** Names that the browser resolves to this machine, like a rebound or a hostile name. */
export const EVIL_NAME = 'evil.example'
export const ATTACKER_NAME = 'attacker.example'
export const THIRD_PARTY_NAME = 'third.example'

/** The Chromiums of Debian. The first has no windows, and opens a page in a third of the time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser: the one that the environment names, or an installed one. */
export const CHROMIUM = process.env.CHROMIUM ?? INSTALLED.find(existsSync) ?? 'chromium'

export const launchBrowser = async (): Promise<Browser> => chromium.launch(browserOptions())

let shared: Promise<Browser> | undefined

/** Returns the browser of this process. All test files share it: each closes its pages, and the process ends it. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

/** Starts it for other processes to connect to. */
export const launchBrowserServer = async (): Promise<BrowserServer> => chromium.launchServer(browserOptions())

function browserOptions(): LaunchOptions {
  if (!existsSync(CHROMIUM)) {
    throw new Error(
      `there is no Chromium at ${CHROMIUM}: install one (apt-get install chromium), or name it in CHROMIUM`,
    )
  }
  const names = [EVIL_NAME, ATTACKER_NAME, THIRD_PARTY_NAME].map((name) => `MAP ${name} 127.0.0.1`)
  return {
    executablePath: CHROMIUM,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
      `--host-resolver-rules=${names.join(', ')}`,
    ],
  }
}

/** A page of another site: a server on a port of its own. */
export interface ForeignSite extends AsyncDisposable {
  readonly port: number
  /** http://127.0.0.1:<port> */
  readonly origin: string
}

/** Defines `readings` and `sendings` in a page. */
export const SCRIPT = readFileSync(resolve(import.meta.dirname, 'attempts.js'), 'utf8')

/** Serves one page, with the script of attempts.js, at every path. At /quiet the page sends no referrer. */
export async function serveForeignSite(): Promise<ForeignSite> {
  const server = createServer((request, response) => {
    const quiet = request.url === '/quiet' ? '<meta name="referrer" content="no-referrer">' : ''
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>foreign</title>${quiet}<script>${SCRIPT}</script>`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
