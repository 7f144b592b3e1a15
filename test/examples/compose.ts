import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { EXAMPLES, readExample } from './example.js'

const serviceSchema = v.strictObject({
  image: v.string(),
  command: v.optional(v.array(v.string()), []),
  volumes: v.optional(v.array(v.string()), []),
  environment: v.optional(v.record(v.string(), v.string()), {}),
  depends_on: v.optional(
    v.record(v.string(), v.strictObject({ condition: v.literal('service_healthy') })),
    {},
  ),
})

export type Service = v.InferOutput<typeof serviceSchema>

/** Fails on keys that the tests don't know, so that none goes unchecked. */
export const { services } = v.parse(
  v.strictObject({ services: v.strictObject({ emulator: serviceSchema, app: serviceSchema }) }),
  parse(readExample('compose', 'compose.yaml')),
)

/** A file of the example, its path in the container, and its mode. */
export interface Mount {
  readonly source: string
  readonly target: string
  readonly mode: string | undefined
}

export function mountsOf({ volumes }: Service): Mount[] {
  return volumes.map((volume) => {
    const [source = '', target = '', mode] = volume.split(':')
    return { source: resolve(join(EXAMPLES, 'compose'), source), target, mode }
  })
}

/** The options of `docker run` that do what Compose does for a service. */
export function runOptions(service: Service): string[] {
  return [
    ...mountsOf(service).flatMap(({ source, target, mode = 'rw' }) => [
      '--volume',
      `${source}:${target}:${mode}`,
    ]),
    ...Object.entries(service.environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ]
}
