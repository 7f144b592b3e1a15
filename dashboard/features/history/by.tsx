import { linkTo } from '../../router.js'

/** What did something: a link to a request or an admin call, or a word if no command did it: "expiry". */
export function By({ id }: { readonly id: string }) {
  if (!/^[ar]\d+$/.test(id)) return <span class="hint">{id}</span>
  return <a href={linkTo('activity', { id })}>{id}</a>
}
