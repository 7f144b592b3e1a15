import { typeOf } from './json-schema.js'
import { cell, code, prose, table } from './markdown.js'

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

/**
 * The page of the admin interface.
 *
 * @param {object} document the OpenAPI document that an emulator gives
 */
export function adminPage(document) {
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => path.startsWith('/_admin') && item[method] !== undefined).map((method) => ({
      path,
      method: method.toUpperCase(),
      operation: item[method],
      parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])],
    })),
  )
  const parts = document.tags.flatMap(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags?.includes(name))
    return own.length === 0 ? [] : [`## ${name}\n\n${prose(description)}\n`, ...own.map(callText)]
  })
  return [HEAD, ...parts].join('\n')
}

const HEAD = `# The admin interface

Out of the OpenAPI document that \`GET /_admin/openapi.json\` gives, which describes the three services too. In a
[world](../worlds.md) the same calls lie under \`/_worlds/{id}/_admin\`.
`

function callText({ path, method, operation, parameters }) {
  const rows = parameters.map(({ name, in: place, required, schema, description }) => [
    `\`${name}\`${required ? '' : '?'}`,
    place,
    cell(typeOf(schema ?? {})),
    cell(description ?? schema?.description ?? ''),
  ])
  const asked = exampleOf(operation.requestBody)
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  const answered = exampleOf(answer)
  return [
    `### \`${method} ${path}\`\n`,
    `${prose(operation.description ?? operation.summary)}\n`,
    table(['parameter', 'in', 'type', 'meaning'], rows),
    asked === undefined ? '' : `Asked with:\n\n${asked}`,
    answered === undefined
      ? status === undefined
        ? ''
        : `Answers ${status}.\n`
      : `Answers ${status}:\n\n${answered}`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}

/** The example of a body, as a block of code. */
function exampleOf(body) {
  const [type, content] = Object.entries(body?.content ?? {})[0] ?? []
  const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value
  if (example === undefined) return undefined
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return code(type?.includes('json') ? 'json' : 'text', text)
}
