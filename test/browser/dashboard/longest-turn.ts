import type { CDPSession, Page } from 'playwright-core'

/** A part of what the browser traces: a turn of a thread's loop, or a thread's name. Times in µs. */
type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Of processor time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * The longest turn of the page's main thread while something goes on, in ms of processor time: a busy machine lets a page
 * wait, which is no work of the page's.
 *
 * @param during what goes on
 */
export async function longestTurn(page: Page, during: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('a page without a browser cannot be traced')
  const session = await browser.newBrowserCDPSession()
  try {
    const events = await trace(session, during)
    const pages = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid}/${tid}`),
    )
    const turns = events.filter(({ tdur, pid, tid }) => tdur !== undefined && pages.has(`${pid}/${tid}`))
    if (turns.length === 0) throw new Error('no turn of a page was traced')
    return turns.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000
  } finally {
    await session.detach()
  }
}

async function trace(session: CDPSession, during: () => Promise<unknown>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  })
  await during()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return events
}
