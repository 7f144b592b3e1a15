import { BlockFields, type BlockSource } from './block.js'
import type { Kind } from './blocks.js'

/**
 * One entry or record that stands alone, such as that of an admin call: what looks like a template in it is text.
 *
 * @param source checked by a schema that takes no templates
 */
export function expandSingle<Source extends BlockSource, Made>(
  kind: Kind<Source, Made>,
  source: Source,
): Made {
  const literal = { ...source, literal: true }
  const fields = new BlockFields(literal, [], {
    placeholder: () => {},
    broken: (error) => {
      throw error
    },
  })
  // Nothing is drawn where nothing is a template.
  return kind.compile(literal, fields)(() => undefined)
}
