/** OpenTelemetry as an application has it: it passes traceparent and baggage on. It is loaded before the application. */
const { registerInstrumentations } = require('@opentelemetry/instrumentation')
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http')
const { UndiciInstrumentation } = require('@opentelemetry/instrumentation-undici')
const { NodeTracerProvider } = require('@opentelemetry/sdk-trace-node')

new NodeTracerProvider().register()
registerInstrumentations({ instrumentations: [new HttpInstrumentation(), new UndiciInstrumentation()] })
