/** Does the least that a fetch in process must do: creates a Response with the usual headers and reads it as JSON. */
export const responding = (text: string) => async (): Promise<void> => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': `${text.length}` }
  await new Response(text, { status: 200, headers }).json()
}
