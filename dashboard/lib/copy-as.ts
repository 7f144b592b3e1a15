import { isMasked, ownHeaders, type Sent } from './curl.js'

export function fetchOf(request: Sent, base: string): string {
  const { target, credential } = request
  const isOfToken = ownHeaders(request).some(isMasked)
  const url = JSON.stringify(base + target)
  const token = `const token = '…' // what npx tristore-emulator token --sub ${credential} prints\n`
  return `${isOfToken ? token : ''}const response = await fetch(${url}, ${optionsOf(request, '')})\n`
}

/**
 * A vitest test that expects the same response.
 *
 * @param seed the state just before the request as JSON, or undefined if it's too long to paste
 */
export function testOf(request: Sent, base: string, seed: string | undefined): string {
  const { id, method, target, status, credential, responseBody, atIso } = request
  const isOfToken = ownHeaders(request).some(isMasked)
  const answer = status === null ? 'is not answered' : `is answered ${status}`
  const call = `world.fetch(${JSON.stringify(target)}, ${optionsOf(request, '  ')})`
  const token = `  const token = await world.tokens.create({ sub: ${JSON.stringify(credential)} })\n`
  const isWhole =
    responseBody !== undefined && new TextEncoder().encode(responseBody.text).length === responseBody.bytes
  const expected =
    status === null
      ? `  await expect(${call}).rejects.toThrow()\n`
      : `  const response = await ${call}\n  expect(response.status).toBe(${status})\n${
          isWhole ? `  expect(await response.text()).toBe(${JSON.stringify(responseBody.text)})\n` : ''
        }`
  return `import { createTest } from 'tristore-emulator/vitest'
import { expect } from 'vitest'

// The state just before ${id}, with its clock and its faults.${
    seed === undefined ? `\n// curl -s '${base}/_admin/state?at=${id}' > ${id}.json` : ''
  }
const test = createTest({ seed: ${seed ?? `'${id}.json'`} })

test(${JSON.stringify(`${method} ${target} ${answer}`)}, async ({ world }) => {
  await world.clock.set('${atIso}', { freeze: true, force: true })
${isOfToken ? token : ''}${expected}})
`
}

function optionsOf(request: Sent, indent: string): string {
  const { method, requestBody } = request
  const headers = ownHeaders(request).map(
    (header) => [header[0], isMasked(header) ? `\`Bearer \${token}\`` : JSON.stringify(header[1])] as const,
  )
  return optionsText({ method, headers, body: requestBody?.text }, indent)
}

interface TextOptions {
  readonly method: string
  /** Their values are JavaScript expressions. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | undefined
}

/** @param indent of the line that it's inserted in */
export function optionsText({ method, headers, body = '' }: TextOptions, indent: string): string {
  const all = headers.map(([name, value]) => `\n${indent}    ${JSON.stringify(name)}: ${value},`)
  const lines = [
    `method: '${method}'`,
    `headers: {${all.join('')}\n${indent}  }`,
    ...(body === '' ? [] : [`body: ${JSON.stringify(body)}`]),
  ]
  return `{\n${lines.map((line) => `${indent}  ${line},\n`).join('')}${indent}}`
}
