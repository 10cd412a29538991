import { expect } from 'vitest'
import type { Client } from '../test-app.ts'

let people = 0

/** What the provider says of somebody whom nobody here knows. */
export const someone = (more: object = {}) => {
  const name = `Visitor.${++people}`
  return { sub: `sub-${people}`, email: `${name}@Example.com`, email_verified: true, preferred_username: name, ...more }
}

/** A GET without following where it leads; answers that place. */
export async function leads(browser: Client, path: string): Promise<string> {
  const answer = await browser.send('GET', path)
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

/** Tells the provider (test-issuer.ts) who signs in next, and what is wrong with its answer. */
export const prepare = (issuer: string, next: object) =>
  fetch(`${issuer}/person`, { method: 'POST', body: JSON.stringify(next) })

/** The provider's part: from its authorize address to ours. */
export async function atProvider(address: string, next: object): Promise<string> {
  await prepare(new URL(address).origin, next)
  const answer = await fetch(address, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.origin).toBe('http://localhost:3000')
  return back.pathname + back.search
}

/** Signs in by the provider; answers where it leads. */
export async function enter(browser: Client, next: object, query = ''): Promise<string> {
  return leads(browser, await atProvider(await leads(browser, `/auth/oidc/oidc${query}`), next))
}

export const settings = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'atrium',
  OIDC_CLIENT_SECRET: 'the secret',
  OIDC_NAME: 'Example ID',
})
