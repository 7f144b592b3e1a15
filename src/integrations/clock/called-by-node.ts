/**
 * Whether a function was called by a module of Node's own, such as fetch, and not by the application or its libraries.
 *
 * @param called the function that asks
 */
export function isCalledByNode(called: (...args: never[]) => unknown): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error
  const trace: { stack?: unknown } = {}
  try {
    Error.stackTraceLimit = 1
    Error.prepareStackTrace = (_, [caller]) => caller?.getFileName()
    Error.captureStackTrace(trace, called)
    return String(trace.stack).startsWith('node:')
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace')
    else Error.prepareStackTrace = prepareStackTrace
  }
}
