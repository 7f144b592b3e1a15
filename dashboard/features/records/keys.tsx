import type { ComponentChildren } from 'preact'
import { remove } from '../../api.js'
import { Confirm } from '../../components/button.js'
import { Copy } from '../../components/copy.js'
import { type Draft, DraftForm, type FieldSpec } from '../../components/draft-form.js'
import { FoundItems } from '../../components/found-items.js'
import { Empty } from '../../components/notice.js'
import { ShortText } from '../../components/short-text.js'
import { byText } from '../../lib/sort.js'

interface KeysProps<K> {
  /** Whose they are: "ns_shop_1". */
  readonly of: string
  readonly keys: readonly K[]
  /** What a key allows. */
  readonly about: (key: K) => ComponentChildren
  /** The keys as texts for a search. */
  readonly textsOf: (key: K) => readonly string[]
  /** The path of a key in the admin interface. */
  readonly pathOf: (key: string) => string
  /** The form for a new one. */
  readonly fields: readonly FieldSpec[]
  readonly start: Draft
  readonly make: (draft: Draft) => Promise<unknown>
  readonly onChanged: () => void
}

/** A list of keys: made, copied and revoked. */
export function Keys<K extends { readonly key: string }>(props: KeysProps<K>) {
  const { of, keys, about, textsOf, pathOf, fields, start, make, onChanged } = props
  return (
    <>
      {keys.length === 0 ? (
        <Empty title="No key yet">Without one, every request of the app is refused: make one below.</Empty>
      ) : (
        <FoundItems
          label={`Keys of ${of}`}
          items={keys}
          textsOf={(key) => [key.key, ...textsOf(key)]}
          orders={[byText<K>('key', ({ key }) => key)]}
        >
          {(item) => (
            <li key={item.key}>
              <div class="items-name">
                <ShortText mono text={item.key} />
                {about(item)}
              </div>
              <span class="items-acts">
                <Copy text={() => item.key} of={`the key ${item.key}`} />
                <Confirm
                  label="Revoke"
                  of={`the key ${item.key}`}
                  run={async () => {
                    await remove(pathOf(item.key))
                    onChanged()
                  }}
                />
              </span>
            </li>
          )}
        </FoundItems>
      )}
      <DraftForm
        class="inset"
        fields={fields}
        start={start}
        verb="Create key"
        save={make}
        onSaved={onChanged}
      />
    </>
  )
}
