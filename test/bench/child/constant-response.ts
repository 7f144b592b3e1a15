/** What a fetch that is answered in this process has to make: a Response with the usual headers, read as JSON. */
export const responding = (text: string) => async (): Promise<void> => {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': `${text.length}` }
  await new Response(text, { status: 200, headers }).json()
}
