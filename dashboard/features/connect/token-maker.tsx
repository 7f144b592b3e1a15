import { useState } from 'preact/hooks'
import { run } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'

interface TokenMakerProps {
  readonly owners: readonly string[]
  readonly onMade: (token: string, subject: string) => void
}

export function TokenMaker({ owners, onMade }: TokenMakerProps) {
  const [subject, setSubject] = useState(owners[0] ?? '')
  const [expiry, setExpiry] = useState('1h')
  const [token, setToken] = useState('')
  const { isBusy, error, start } = useAction(async () => {
    const { token: made } = await run.send<{ token: string }>('POST', '/tokens', {
      ...(subject === '' ? {} : { sub: subject }),
      ...(expiry.trim() === '' ? {} : { expiresIn: expiry.trim() }),
    })
    setToken(made)
    onMade(made, subject)
  })
  return (
    <Form class="stack" isOfRun onSubmit={start}>
      <div class="toolbar">
        <TextField
          label="Subject"
          hint="The token's user. A namespace's owner can list its keys."
          choices={owners}
          value={subject}
          onValue={setSubject}
        />
        <TextField
          label="Expires in"
          hint="E.g. 90s, 1h30m or P1M, in virtual time. Leave empty for never."
          value={expiry}
          onValue={setExpiry}
        />
        <Button type="submit" aria-busy={isBusy}>
          Create token
        </Button>
        <InlineError error={error} />
      </div>
      <div role="status">{token !== '' && <Code label="Bearer token" text={token} />}</div>
    </Form>
  )
}
