import * as v from 'valibot'
import { parseAllDocuments } from 'yaml'
import { readExample } from './example.js'

/** Pod Security's restricted profile, and a read-only file system. */
const restricted = v.strictObject({
  runAsNonRoot: v.literal(true),
  allowPrivilegeEscalation: v.literal(false),
  readOnlyRootFilesystem: v.literal(true),
  capabilities: v.strictObject({ drop: v.tuple([v.literal('ALL')]) }),
  seccompProfile: v.strictObject({ type: v.literal('RuntimeDefault') }),
})

const probe = v.object({ httpGet: v.strictObject({ path: v.string(), port: v.number() }) })

const documentsOf = (file: string): unknown[] =>
  parseAllDocuments(readExample('kubernetes', file)).map((document) => document.toJS())

const deployment = v.object({
  kind: v.literal('Deployment'),
  spec: v.object({
    replicas: v.literal(1),
    selector: v.strictObject({ matchLabels: v.record(v.string(), v.string()) }),
    template: v.object({
      metadata: v.strictObject({ labels: v.record(v.string(), v.string()) }),
      spec: v.object({
        containers: v.tuple([
          v.strictObject({
            name: v.string(),
            image: v.string(),
            ports: v.tuple([v.strictObject({ containerPort: v.number() })]),
            readinessProbe: probe,
            resources: v.object({ limits: v.strictObject({ memory: v.string(), cpu: v.string() }) }),
            securityContext: restricted,
            volumeMounts: v.tuple([
              v.strictObject({ name: v.string(), mountPath: v.string(), readOnly: v.literal(true) }),
            ]),
          }),
        ]),
        volumes: v.tuple([v.object({ name: v.string() })]),
      }),
    }),
  }),
})

const service = v.object({
  kind: v.literal('Service'),
  metadata: v.strictObject({ name: v.string() }),
  spec: v.strictObject({
    selector: v.record(v.string(), v.string()),
    ports: v.tuple([v.strictObject({ port: v.number() })]),
  }),
})

/** Parsing fails for a container that isn't restricted. */
export const manifests = v.parse(v.tuple([deployment, service]), documentsOf('emulator.yaml'))

const app = v.object({ env: v.array(v.strictObject({ name: v.string(), value: v.string() })) })

/** A Pod with an application and an emulator next to it. */
export const [pod] = v.parse(
  v.tuple([
    v.object({
      spec: v.strictObject({
        containers: v.tuple([app, v.object({ readinessProbe: probe, securityContext: restricted })]),
      }),
    }),
  ]),
  documentsOf('shop.yaml'),
)
