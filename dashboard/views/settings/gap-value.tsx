import { useState } from 'preact/hooks'
import type { GapInfo } from '../../../src/admin/calls/contract.js'
import { send } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Select } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'

interface GapValueProps {
  readonly gap: GapInfo
  readonly onChanged: () => void
}

/** The value of a gap, changed in place; if a change is refused, the reason appears below it. */
export function GapValue({ gap, onChanged }: GapValueProps) {
  const { option, value, allowed = '' } = gap
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const text = typed ?? textOf(value)
  const set = async (chosen: unknown) => {
    await send('PATCH', '/profile', changeOf(option, chosen))
    setTyped(undefined)
    onChanged()
  }
  const { isBusy, error, start } = useAction(() => set(chosenValue(text, allowed)))
  const goBack = useAction(() => set(gap.default))
  const isUsual = JSON.stringify(value) === JSON.stringify(gap.default)
  return (
    <Form class="gap-value" aria-label={option} onSubmit={start}>
      {typeof allowed === 'string' ? (
        <input
          type="text"
          aria-label={option}
          title={allowed}
          placeholder={allowed.endsWith('or null') ? 'none' : ''}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      ) : (
        <Select
          aria-label={option}
          value={text}
          onValue={setTyped}
          options={allowed.map((one) => [textOf(one), textOf(one)])}
        />
      )}
      {typed !== undefined && typed !== textOf(value) ? (
        <>
          <Button small kind="primary" type="submit" aria-busy={isBusy}>
            Set
          </Button>
          <Button small kind="quiet" onClick={() => setTyped(undefined)}>
            Undo
          </Button>
        </>
      ) : (
        !isUsual && (
          <Button
            small
            kind="quiet"
            aria-label={`Set ${option} back to ${textOf(gap.default) || 'nothing'}`}
            aria-busy={goBack.isBusy}
            onClick={goBack.start}
          >
            Back to {textOf(gap.default) || 'nothing'}
          </Button>
        )
      )}
      <InlineError error={error ?? goBack.error} />
    </Form>
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The chosen or typed value as the profile takes it. */
function chosenValue(text: string, allowed: readonly unknown[] | string): unknown {
  if (typeof allowed !== 'string') return allowed.find((one) => textOf(one) === text)
  if (text === '' && allowed.endsWith('or null')) return null
  return !allowed.startsWith('text') && /^\d+$/.test(text) ? Number(text) : text
}

/** "kv.putStatus" and 201 as PATCH /_admin/profile takes them: {"kv": {"putStatus": 201}}. */
function changeOf(option: string, value: unknown): unknown {
  return option.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value ?? null)
}
