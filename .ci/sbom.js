// Prints the package's SBOM in CycloneDX format: `node .ci/sbom.js`, after the build. npm lists everything installed;
// THIRD-PARTY-LICENSES, or the file given as an argument, says which of that was bundled.
import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const read = (name) => readFileSync(resolve(root, name), 'utf8')
const { name, version, dependencies } = JSON.parse(read('package.json'))
const licences = read(process.argv[2] ?? 'THIRD-PARTY-LICENSES')
const titles = [...licences.matchAll(/^-{80}\n\n(\S+) (\S+) \(/gm)]
const references = new Set([
  ...titles.map(([, name, version]) => `${name}@${version}`),
  ...Object.entries(dependencies).map(([name, version]) => `${name}@${version}`),
])

const printed = execSync('npm sbom --sbom-format cyclonedx', {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
})
const all = JSON.parse(printed)
const components = all.components.filter((component) => references.delete(component['bom-ref']))
if (references.size > 0) throw new Error(`npm sbom does not list ${[...references].join(', ')}`)

const sbom = {
  ...all,
  metadata: { ...all.metadata, component: { ...all.metadata.component, name } },
  // npm marks them as development dependencies, which bundled code no longer is.
  components: components.map((component) => ({ ...component, properties: [] })),
  dependencies: [
    { ref: `${name}@${version}`, dependsOn: components.map((component) => component['bom-ref']) },
    ...components.map((component) => ({ ref: component['bom-ref'], dependsOn: [] })),
  ],
}
console.log(JSON.stringify(sbom, null, 2))
