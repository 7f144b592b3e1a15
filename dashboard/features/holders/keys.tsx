import { useState } from 'preact/hooks'
import { at, remove, send } from '../../api.js'
import { Button, Confirm, useAction } from '../../components/button.js'
import { Chip } from '../../components/chip.js'
import { Copy } from '../../components/copy.js'
import { SelectField, TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { FoundItems } from '../../components/found-items.js'
import { Empty, InlineError } from '../../components/notice.js'
import { ShortText } from '../../components/short-text.js'
import { fieldErrors } from '../../lib/field-errors.js'
import { byText, type RankedOrder } from '../../lib/sort.js'
import type { Holder, HolderKind } from './kind.js'

/** Whether a key of a namespace may list depends on the profile. */
const SCOPES = {
  namespace: [
    ['read', 'read: get'],
    ['write', 'write: put and delete'],
    ['admin', 'admin: get, put and delete'],
  ],
  store: [
    ['read', 'read: get and list'],
    ['write', 'write: put and delete'],
    ['admin', 'admin: all of it'],
  ],
} as const

const LISTING = 'A list takes a token, unless kv.listWithScopedKey under Contract lets keys ask for it.'

const ORDERS: readonly RankedOrder<Holder['keys'][number]>[] = [
  byText('key', ({ key }) => key),
  byText('scope', ({ scope }) => scope),
]

interface KeysProps {
  readonly kind: HolderKind
  readonly holder: Holder
  readonly onChanged: () => void
}

/** The keys of a namespace or store: made, copied and revoked. */
export function Keys({ kind, holder, onChanged }: KeysProps) {
  const { id, keys } = holder
  return (
    <>
      {keys.length === 0 ? (
        <Empty title="No key yet">
          Without one, the app can neither read nor write here: make one below.
        </Empty>
      ) : (
        <FoundItems
          label={`Keys of ${id}`}
          items={keys}
          textsOf={({ key, scope }) => [key, scope]}
          orders={ORDERS}
        >
          {({ key, scope }) => (
            <li key={key}>
              <span class="items-name">
                <ShortText mono text={key} />
              </span>
              <Chip tone={scope === 'admin' ? 'info' : 'calm'}>{scope}</Chip>
              <span class="items-acts">
                <Copy text={() => key} of={`the key ${key}`} />
                <Confirm
                  label="Revoke"
                  of={`the key ${key}`}
                  run={async () => {
                    await remove(kind.base + at`/${id}/keys/${key}`)
                    onChanged()
                  }}
                />
              </span>
            </li>
          )}
        </FoundItems>
      )}
      <NewKey kind={kind} id={id} onChanged={onChanged} />
    </>
  )
}

function NewKey({ kind, id, onChanged }: Pick<KeysProps, 'kind' | 'onChanged'> & { readonly id: string }) {
  const [scope, setScope] = useState('read')
  const [key, setKey] = useState('')
  const { isBusy, error, start } = useAction(async () => {
    await send('POST', kind.base + at`/${id}/keys`, { scope, ...(key === '' ? {} : { key }) })
    setKey('')
    onChanged()
  })
  const errors = fieldErrors(error, 'key')
  return (
    <Form class="inset" error={error} onSubmit={start}>
      <div class="form">
        <SelectField
          label="Scope"
          hint={kind.noun === 'namespace' ? LISTING : undefined}
          options={SCOPES[kind.noun]}
          value={scope}
          onValue={setScope}
        />
        <TextField
          label="Text"
          placeholder="generated"
          hint="Left empty, it is generated."
          value={key}
          onValue={setKey}
          error={errors.of('key')}
        />
        <div class="form-press">
          <Button type="submit" aria-busy={isBusy}>
            Create key
          </Button>
        </div>
      </div>
      <InlineError error={errors.rest} />
    </Form>
  )
}
