import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { Card, Page } from '../../components/page.js'
import { Changes } from '../../features/history/changes.js'
import { pointText } from '../../features/history/points.js'
import { linkTo, route, setQuery } from '../../router.js'

/** The view of what differs between two moments of the world. */
export function Compare() {
  const { query } = route.value
  const from = query.get('from') ?? 'start'
  const to = query.get('to') ?? 'now'
  return (
    <Page title="Compare" lead="What differs between two moments, and which command did it.">
      <div class="stack">
        <Points key={`${from} ${to}`} from={from} to={to} />
        <Card
          title={`From ${pointText(from)} to ${pointText(to)}`}
          flush
          aside={<Looks from={from} to={to} />}
        >
          <Changes from={from} to={to} isOfView />
        </Card>
      </div>
    </Page>
  )
}

function Points({ from, to }: { readonly from: string; readonly to: string }) {
  const [typed, setTyped] = useState({ from, to })
  return (
    <Form class="toolbar" isOfRun onSubmit={() => setQuery({ from: typed.from.trim(), to: typed.to.trim() })}>
      <TextField
        label="From"
        hint="r31, after:r31, an instant, start"
        value={typed.from}
        onValue={(value) => setTyped({ ...typed, from: value })}
      />
      <TextField
        label="To"
        hint="the same, or now"
        value={typed.to}
        onValue={(value) => setTyped({ ...typed, to: value })}
      />
      <div class="row">
        <Button kind="primary" type="submit">
          Compare
        </Button>
        <Button onClick={() => setQuery({ from: to, to: from })}>Exchange</Button>
      </div>
    </Form>
  )
}

/** Links that open the two moments. */
function Looks({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <>
      {[from, to]
        .filter((one) => one !== 'now')
        .map((one) => (
          <a key={one} href={linkTo('overview', { at: one })}>
            See it {pointText(one)}
          </a>
        ))}
    </>
  )
}
