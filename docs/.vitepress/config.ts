import { defineConfig } from 'vitepress'

/** Where links to the examples and clients lead, which are not pages of the site. */
const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY = 'your-org/tristore-emulator' } =
  process.env

export default defineConfig({
  title: 'tristore-emulator',
  description: 'A local emulator of a key-value store with expiry, a config store and a document database',
  cleanUrls: true,
  ignoreDeadLinks: false,
  srcExclude: ['generate/**', 'node_modules/**'],
  // VitePress only prints what a page failed with, and would leave it empty.
  transformHtml(html, page) {
    if (!page.endsWith('404.html') && !html.includes('<h1')) throw new Error(`${page} could not be rendered`)
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Guides',
        items: [
          { text: 'Getting started', link: '/' },
          { text: 'Pause a request', link: '/guides/pause' },
          { text: 'A lost response', link: '/guides/lost-response' },
          { text: 'Parallel tests', link: '/guides/parallel-tests' },
          { text: 'The end of the month', link: '/guides/end-of-month' },
          { text: 'Rate limits', link: '/guides/rate-limit' },
          { text: 'Quotas', link: '/guides/quota' },
        ],
      },
      {
        text: 'Topics',
        items: [
          { text: 'Time', link: '/time' },
          { text: 'Faults', link: '/faults' },
          { text: 'Sweeps', link: '/sweeps' },
          { text: 'Races', link: '/races' },
          { text: 'Worlds and snapshots', link: '/worlds' },
          { text: 'Seeds', link: '/seeds' },
          { text: 'Your own service', link: '/own-service' },
          { text: 'History and bundles', link: '/history' },
          { text: 'Looking inside', link: '/inspect' },
          { text: 'exec, why and budgets', link: '/exec' },
        ],
      },
      {
        text: 'Runners and languages',
        items: [
          { text: 'vitest', link: '/runners/vitest' },
          { text: 'Playwright', link: '/runners/playwright' },
          { text: 'node:test', link: '/runners/node-test' },
          { text: 'Jest', link: '/runners/jest' },
          { text: 'MSW', link: '/runners/msw' },
          { text: 'Testcontainers', link: '/runners/testcontainers' },
          { text: 'Containers and CI', link: '/containers' },
          { text: 'Other languages', link: '/runners/http' },
        ],
      },
      {
        text: 'The contract',
        items: [
          { text: 'Rules', link: '/CONTRACT' },
          { text: 'Gaps and grease', link: '/gaps' },
          { text: 'Design', link: '/DESIGN' },
          { text: 'Architecture', link: '/ARCHITECTURE' },
        ],
      },
      {
        text: 'Reference',
        items: [
          { text: 'Command line', link: '/reference/command' },
          { text: 'Library', link: '/reference/library' },
          { text: 'Seeds', link: '/reference/seed' },
          { text: 'Admin interface', link: '/reference/admin' },
        ],
      },
      {
        text: 'More',
        items: [
          { text: 'Conduct and conformance', link: '/conformance' },
          { text: 'Behind proxies', link: '/proxies' },
        ],
      },
    ],
  },
  markdown: {
    // Braces in headings and prose are paths and JSON.
    attrs: { disable: true },
    config(markdown) {
      // Braces are templates of seeds, and none of the site's: they reach its compiler as entities.
      const escaped = (text: string) => markdown.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;')
      markdown.renderer.rules.text = (tokens, index) => escaped(tokens[index]?.content ?? '')
      markdown.renderer.rules.code_inline = (tokens, index) =>
        `<code>${escaped(tokens[index]?.content ?? '')}</code>`
      // In the repository pages link to examples and clients by their path; the site has no pages for them.
      markdown.core.ruler.push('examples', ({ tokens }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const target = token.type === 'link_open' ? (token.attrGet('href') ?? '') : ''
          const [, path] = /^(?:\.\.\/)+((?:examples|clients)\/.*)$/.exec(target) ?? []
          if (path !== undefined)
            token.attrSet('href', `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/tree/main/${path}`)
        }
      })
    },
  },
})
