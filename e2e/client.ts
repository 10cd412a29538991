/** A person's program: keeps cookies, sends JSON. `address` is asked each time: a restarted server may have moved. */
export function client(address: () => string) {
  const jar = new Map<string, string>()
  const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const answer = await fetch(address() + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split('; ')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }
  const json = async <T>(answer: Response): Promise<T> => {
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status}: ${text}`)
    return JSON.parse(text) as T
  }
  return {
    send,
    jar,
    get: async <T>(path: string) => json<T>(await send('GET', path)),
    post: async <T = unknown>(path: string, body: unknown = {}) => json<T>(await send('POST', path, body)),
  }
}
