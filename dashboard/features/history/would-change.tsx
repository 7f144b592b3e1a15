import type { Changes } from '../../../src/admin/dry-run.js'
import { counted } from '../../lib/format.js'
import { ChangeList } from './changes.js'

/** What a call that was tried would change. */
export function WouldChange({ of: { count, first } }: { readonly of: Changes }) {
  if (count === 0) return <p class="hint">Nothing would change.</p>
  return (
    <>
      <h3>Would change: {counted(count, 'value')}</h3>
      <ChangeList changes={first} count={count} />
    </>
  )
}
