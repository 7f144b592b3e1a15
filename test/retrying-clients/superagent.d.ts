/** The part of superagent that is used here: it has no types of its own. */
declare module 'superagent' {
  interface Asked extends PromiseLike<{ readonly status: number }> {
    set(header: string, value: string): Asked
    retry(times: number): Asked
  }
  const superagent: { get(url: string): Asked }
  export default superagent
}
