import type { ContractInfo } from '../../../src/admin/calls/contract.js'
import { TextField } from '../../components/field.js'
import { Empty } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { counted } from '../../lib/format.js'
import { isFound } from '../../lib/found.js'
import { route, setQuery } from '../../router.js'
import { needsText } from './answer.js'

/** The statements of the contract, and what is needed to check each. */
export function StatementsCard({ contract }: { readonly contract: ContractInfo }) {
  const sought = route.value.query.get('find') ?? ''
  const found = contract.statements.filter(({ id, meaning, section, area }) =>
    isFound(sought, id, meaning, section, area),
  )
  const areas = new Set(found.map(({ area }) => area))
  const leftOut = Object.entries(contract.leftOut.counts).map(([because, n]) => `${n} ${because}`)
  return (
    <div class="stack">
      <div class="toolbar">
        <TextField
          label="Find"
          placeholder="quota, 404, x-next"
          value={sought}
          onValue={(value) => setQuery({ find: value })}
        />
        <p class="hint">
          {counted(found.length, 'statement')}; <code>tristore-conform</code> tries them on any service.
          Sentences that are none: {leftOut.join(', ')}.
        </p>
      </div>
      {found.length === 0 && <Empty title="No statement has these words">Look for fewer.</Empty>}
      {[...areas].map((area) => (
        <Card key={area} title={area.slice(0, 1).toUpperCase() + area.slice(1)} flush>
          <ul class="gaps">
            {found
              .filter((statement) => statement.area === area)
              .map(({ id, meaning, section, needs }) => (
                <li key={id} class="statement">
                  <p>{meaning}</p>
                  <p class="hint">
                    <code>{id}</code> · {section} · needs {needsText(needs, contract.needs)}
                  </p>
                </li>
              ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}
