import { client } from '../client.ts'

export interface Caller {
  name: 'guest' | 'member' | 'administrator'
  /** What it calls with. */
  token: string
  /** Ids of things that it has, so that calls find something. */
  made: string[]
  /** What it may say in x-scope: nothing for its own, and a team of its own. */
  scopes: string[]
}

const PASSWORD = 'correct horse battery staple'

/** Something of each kind that the calls of this caller ask for by its id. */
async function makeThings({ post, send }: ReturnType<typeof client>): Promise<string[]> {
  const made: string[] = []
  const keep = async (path: string, body: unknown) => made.push((await post<{ id: string }>(path, body)).id)
  const act = async (action: string, input: unknown) => {
    const { output, change } = await post<{ output: { id?: string }; change: string | null }>(`/api/m/${action}`, input)
    made.push(...[output.id, change].filter((id) => typeof id === 'string'))
  }
  await keep('/api/threads', { title: 'Made for the drill' })
  await keep('/api/memories', { text: 'Likes the sea' })
  await act('tasks/add', { title: 'Made for the drill' })
  await act('flash/add', { deck: 'Drill', front: 'The sea', back: 'la mer' })
  await act('content-calendar/sample', {})
  await act('sync/makeFolder', { name: 'Drill' }).catch(() => undefined)
  await act('content-calendar/addCalendar', { name: 'Drill' }).catch(() => undefined)
  const answer = await send('POST', '/api/files?name=words.txt', 'Words in a file.')
  made.push(((await answer.json()) as { id: string }).id)
  return made
}

/** A guest, a member and an administrator, each with things of their own. */
export async function principals(url: string): Promise<Caller[]> {
  const found: Caller[] = []
  for (const name of ['administrator', 'member', 'guest'] as const) {
    const browser = client(() => url)
    const registered = { username: `drill-${name}`, email: `${name}@example.org`, password: PASSWORD }
    const { token } =
      name === 'guest'
        ? await browser.post<{ token: string }>('/auth/guest')
        : await browser.post<{ token: string }>('/api/register', registered)
    const team = name === 'guest' ? [] : [(await browser.post<{ id: string }>('/api/teams', { name: 'Drill' })).id]
    const made = [...(await makeThings(browser)), ...team]
    found.push({ name, token, made, scopes: ['', ...team.map((id) => `team:${id}`)] })
  }
  return found
}
