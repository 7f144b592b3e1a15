import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { code, prose } from './markdown.js'

/** The compiler of test/: that of the checkout has no interface for programs. */
const ts = createRequire(new URL('../../test/package.json', import.meta.url))('typescript')
if (ts.ScriptTarget === undefined)
  throw new Error('install the packages of test/ first: npm ci --prefix test')

const ENTRIES = {
  'tristore-emulator': 'index',
  'tristore-emulator/lab': 'lab/index',
  'tristore-emulator/vitest': 'integrations/vitest',
  'tristore-emulator/playwright': 'integrations/playwright',
  'tristore-emulator/msw': 'integrations/msw',
  'tristore-emulator/testcontainers': 'integrations/testcontainers',
}

/**
 * The page of the library, out of its declarations: what each entry exports, with its documentation, and the interfaces
 * that those are made of.
 *
 * @param {string} types the folder of the declarations
 */
export function libraryPage(types) {
  const entries = Object.entries(ENTRIES).map(([entry, file]) => [
    entry,
    exportsOf(join(types, file === 'integrations/vitest' ? `${file}.d.mts` : `${file}.d.ts`)),
  ])
  const exported = entries.flatMap(([, own]) => own)
  const parts = entries.flatMap(([entry, own]) => [`## ${entry}\n`, ...own.map(exportText)])
  const inner = interfacesIn(exported).map(exportText)
  return [HEAD, ...parts, '## What these are made of\n', ...inner].join('\n')
}

/** The interfaces that declarations refer to, directly or by way of others, and that are not among them; by name. */
function interfacesIn(declarations) {
  const seen = new Set(declarations.map(({ statement }) => nameOf(statement)))
  const queue = [...declarations]
  for (const { statement, source } of queue) {
    for (const name of typeNamesIn(statement)) {
      const found = seen.has(name) ? undefined : interfaceNamed(name, source)
      if (found === undefined) continue
      seen.add(name)
      queue.push(found)
    }
  }
  return queue.slice(declarations.length).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function typeNamesIn(node) {
  const own =
    ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)
      ? [(node.typeName ?? node.expression).getText()]
      : []
  const inner = []
  ts.forEachChild(node, (child) => {
    inner.push(...typeNamesIn(child))
  })
  return [...own, ...inner]
}

/** The interface of a name that a file declares or imports. */
function interfaceNamed(name, source) {
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name)
      return { name, statement, source }
    if (!ts.isImportDeclaration(statement) || !statement.moduleSpecifier.text.startsWith('.')) continue
    const names = statement.importClause?.namedBindings?.elements?.map((element) => element.name.text) ?? []
    if (names.includes(name)) return interfaceNamed(name, sourceOf(besides(source, statement)))
  }
  return undefined
}

const HEAD = `# The library

Out of its declarations, which editors show too. Each entry is there for \`import\`; all but \`tristore-emulator/vitest\` are
for \`require()\` too.
`

/** The declarations that a file exports: its own, and those that it passes on, in their order. */
function exportsOf(path) {
  const source = sourceOf(path)
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined) {
      const there = exportsOf(besides(source, statement))
      return statement.exportClause.elements.map(({ name, propertyName }) => {
        const own = (propertyName ?? name).text
        const found = there.find((one) => one.name === own)
        if (found === undefined)
          throw new Error(`${path} exports ${own}, which is not declared where it says`)
        return { ...found, name: name.text }
      })
    }
    const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExport)
    return isExported ? [{ name: nameOf(statement), statement, source }] : []
  })
}

const sourceOf = (path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)

/** The declarations of the file that a statement of another imports from. */
const besides = ({ fileName }, { moduleSpecifier }) =>
  join(dirname(fileName), moduleSpecifier.text.replace(/\.(m?)js$/, '.d.$1ts'))

const isExport = ({ kind }) => kind === ts.SyntaxKind.ExportKeyword

const nameOf = (statement) => statement.name?.text ?? statement.declarationList?.declarations[0].name.text

function exportText({ name, statement, source }) {
  const [docs] = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc).slice(-1)
  const declared = source.text
    .slice(statement.getStart(source), statement.end)
    .replace(nameOf(statement), name)
  const tags = docs?.tags ?? []
  const notes = tags.flatMap((tag) => noteOf(tag) ?? [])
  return [
    `### ${name}\n`,
    `${prose(ts.getTextOfJSDocComment(docs?.comment) ?? '')}\n`,
    ...(notes.length > 0 ? [`${notes.join('\n')}\n`] : []),
    code('ts', declared.replace(/^export (?:declare )?/, '')),
    ...tags.filter(({ tagName }) => tagName.text === 'example').map(exampleOf),
  ].join('\n')
}

function noteOf(tag) {
  const text = prose(ts.getTextOfJSDocComment(tag.comment) ?? '')
  if (ts.isJSDocParameterTag(tag)) return `- \`${tag.name.getText()}\`: ${text}`
  if (tag.tagName.text === 'returns') return `- returns ${text}`
  if (tag.tagName.text === 'throws') return `- throws ${tag.typeExpression?.getText() ?? ''}${text}`
  return undefined
}

const exampleOf = (tag) => code('ts', ts.getTextOfJSDocComment(tag.comment) ?? '')
