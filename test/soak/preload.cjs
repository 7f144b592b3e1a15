// Loaded into the emulator's process: on each message, it reports the memory and handles of the process to its parent.
process.on('message', () => {
  globalThis.gc()
  // Finalizers and closed sockets become garbage only after a turn of the event loop.
  setImmediate(() => {
    globalThis.gc()
    const { heapUsed, external, rss } = process.memoryUsage()
    const handles = {}
    for (const name of process.getActiveResourcesInfo()) handles[name] = (handles[name] ?? 0) + 1
    process.send({ heapBytes: heapUsed + external, rssBytes: rss, handles })
  })
})
process.channel.unref()
