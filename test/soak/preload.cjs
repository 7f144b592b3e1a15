// Loaded into the emulator's process: tells over the channel to its parent what the process holds, when it is asked.
process.on('message', () => {
  globalThis.gc()
  // What finalizers and closed sockets let go of is garbage only after a turn of the event loop.
  setImmediate(() => {
    globalThis.gc()
    const { heapUsed, external, rss } = process.memoryUsage()
    const handles = {}
    for (const name of process.getActiveResourcesInfo()) handles[name] = (handles[name] ?? 0) + 1
    process.send({ heapBytes: heapUsed + external, rssBytes: rss, handles })
  })
})
process.channel.unref()
