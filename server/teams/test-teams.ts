import { type MadeInvitation, ownerOfTeam, SCOPE_HEADER, type Team, type TeamRole } from '@atrium/contract/teams'
import { onTestFinished } from 'vitest'
import type { Client, TestApp } from '../test-app.ts'

export type Person = Awaited<ReturnType<TestApp['member']>>

/** How a call in a team's scope went. */
export interface Scoped<T> {
  status: number
  output: T
  change: string
  /** The sentence of a refusal. */
  error: string
  body: unknown
}

/** A call in the scope of this team. */
export async function inTeam<T = Record<string, unknown>>(
  who: Client,
  team: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Scoped<T>> {
  const answer = await who.send(method, path, body, { [SCOPE_HEADER]: ownerOfTeam(team) })
  const text = await answer.text()
  const json = text.startsWith('{') ? JSON.parse(text) : {}
  return {
    status: answer.status,
    output: json.output as T,
    change: json.change ?? '',
    error: json.error?.message ?? '',
    body: text.startsWith('{') ? json : text,
  }
}

export const makeTeam = (who: Client, name = 'Team A') => who.call<Team>('POST', '/api/teams', { name })

/** Invites by a link and accepts. */
export async function join(owner: Client, team: string, who: Client, role: Exclude<TeamRole, 'owner'>): Promise<void> {
  const { url } = await owner.call<MadeInvitation>('POST', `/api/teams/${team}/invitations`, { role })
  await who.call('POST', `/api/invitations/${new URL(url).pathname.split('/').at(-1)}/accept`)
}

/** What a person's tab is told, as it comes. */
export async function listen(url: string, who: Client): Promise<{ told: { topic: string; module?: string }[] }> {
  const leave = new AbortController()
  const cookie = [...who.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${url}/api/events`, { headers: { cookie }, signal: leave.signal })
  const told: { topic: string; module?: string }[] = []
  let text = ''
  const read = async () => {
    for await (const piece of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      text += piece
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) told.push(JSON.parse(line.slice(6)))
    }
  }
  read().catch(() => undefined) // ended below, or with the server
  onTestFinished(() => leave.abort())
  return { told }
}
