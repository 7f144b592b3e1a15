import { isInt64 } from '../../contract/values.js'
import { lengthProblem } from '../../domain/bounds.js'
import type { ConfigEntrySeed, DocumentSeed, KvEntrySeed, ProjectSeed } from '../schema/schema.js'
import { BlockFields, type BlockSource, type CompiledText, type Draw, fill } from './block.js'
import type { SeededConfigEntry, SeededDocument, SeededEntry, SeededProject } from './expanded.js'
import { TemplateError } from './templates.js'

/** How the blocks of one list become records. */
export interface RecordKind<Source extends BlockSource, Made> {
  compile(source: Source, fields: BlockFields): (draw: Draw) => Made
  /** Returns the key or id, which no two records of the list share; undefined for a record without an id. */
  identity(made: Made): string | undefined
}

export const kvEntryKind: RecordKind<KvEntrySeed, SeededEntry> = {
  compile(source, fields) {
    const key = fields.text('key', source.key)
    const text = fields.value(source.value, source.json)
    const createdAt = fields.moment('createdAt', source.createdAt)
    const expiresAt = fields.moment('expiresAt', source.expiresAt)
    return (draw) => ({
      key: keyOf(key, draw),
      text: fill(text, draw),
      ttlSeconds: source.ttlSeconds,
      createdAt: createdAt?.(draw),
      expiresAt: expiresAt?.(draw),
    })
  },
  identity: ({ key }) => key,
}

export const configEntryKind: RecordKind<ConfigEntrySeed, SeededConfigEntry> = {
  compile(source, fields) {
    const key = fields.text('key', source.key)
    const value = fields.value(source.value, source.json)
    const updatedAt = fields.moment('updatedAt', source.updatedAt)
    return (draw) => {
      const made = { key: keyOf(key, draw), text: fill(value, draw) }
      if (made.text === 'null')
        throw new TemplateError('the config store holds no null, and this template gives one')
      return { ...made, updatedAt: updatedAt?.(draw) }
    }
  },
  identity: ({ key }) => key,
}

export const projectKind: RecordKind<ProjectSeed, SeededProject> = {
  compile(source, fields) {
    const id = fields.optionalText('id', source.id)
    const name = fields.text('name', source.name)
    const description = fields.optionalText('description', source.description)
    return (draw) => ({
      id: id && idOf(id, draw),
      name: fill(name, draw),
      description: description && fill(description, draw),
    })
  },
  identity: ({ id }) => id,
}

export const documentKind: RecordKind<DocumentSeed, SeededDocument> = {
  compile(source, fields) {
    const id = fields.optionalText('id', source.id)
    const title = fields.text('title', source.title)
    const content = fields.optionalText('content', source.content)
    const project = fields.optionalText('project', source.project)
    return (draw) => ({
      id: id && idOf(id, draw),
      title: fill(title, draw),
      content: content && fill(content, draw),
      project: project && idOf(project, draw),
    })
  },
  identity: ({ id }) => id,
}

function keyOf(compiled: CompiledText, draw: Draw): string {
  const key = fill(compiled, draw)
  if (key === '') throw new TemplateError('this template gives an empty key')
  const problem = lengthProblem(key)
  if (problem !== undefined) throw new TemplateError(problem, 'let the template give a shorter key')
  return key
}

function idOf(compiled: CompiledText, draw: Draw): string {
  const id = fill(compiled, draw)
  if (isInt64(id)) return id
  throw new TemplateError(
    `${JSON.stringify(id)} is not an int64 id`,
    'let the template give digits, as {{index}} does',
  )
}

/**
 * Expands one entry or record by itself, such as that of an admin call: text that looks like a template stays text.
 *
 * @param source checked by a schema that takes no templates
 */
export function expandRecord<Source extends BlockSource, Made>(
  kind: RecordKind<Source, Made>,
  source: Source,
): Made {
  const literal = { ...source, literal: true }
  const fields = new BlockFields(literal, [])
  const make = kind.compile(literal, fields)
  const [broken] = fields.errors
  if (broken !== undefined) throw broken.error
  // A literal block draws nothing.
  return make(() => undefined)
}
