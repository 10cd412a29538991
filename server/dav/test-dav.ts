import type { MadeKey } from '@atrium/contract/account-security'
import { sql } from 'drizzle-orm'
import type { Client, TestApp } from '../test-app.ts'
import { child, type Element, elementsOf, parseXml, textOf } from './xml.ts'

interface Sent {
  body?: string | Uint8Array
  headers?: Record<string, string>
}

export interface Found {
  href: string
  /** Those that were found, by their names without the namespace: the text in them. */
  properties: Record<string, string>
  missing: string[]
}

/** A program of a person's, with a key of theirs. */
export interface Device {
  person: Client & { id: string }
  key: string
  send(method: string, path: string, sent?: Sent): Promise<Response>
  /** Asks for everything, or for what the element says; fails the test when it is refused. */
  propfind(path: string, depth: '0' | '1', asked?: string): Promise<Found[]>
  move(from: string, to: string, headers?: Record<string, string>): Promise<Response>
  copy(from: string, to: string, headers?: Record<string, string>): Promise<Response>
  /** Takes the person's last change back. */
  undoLast(): Promise<void>
}

export const basic = (name: string, key: string) => `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`

const propertiesIn = (response: Element, status: string): Element[] =>
  elementsOf(response)
    .filter(({ name }) => name === 'propstat')
    .filter((propstat) => textOf(child(propstat, 'status') as Element).includes(status))
    .flatMap((propstat) => elementsOf(child(propstat, 'prop') as Element))

export function foundIn(text: string): Found[] {
  return elementsOf(parseXml(text)).map((response) => ({
    href: textOf(child(response, 'href') as Element),
    properties: Object.fromEntries(propertiesIn(response, '200').map((one) => [one.name, textOf(one)])),
    missing: propertiesIn(response, '404').map(({ name }) => name),
  }))
}

export interface Reported {
  /** By address: properties by their names without the namespace, the text in them. */
  found: Record<string, Record<string, string>>
  /** Addresses of what is not there. */
  missing: string[]
  /** Of a sync-collection. */
  token: string
}

/** What a REPORT answered. */
export function reportedIn(text: string): Reported {
  const root = parseXml(text)
  const token = child(root, 'sync-token')
  const said: Reported = { found: {}, missing: [], token: token ? textOf(token) : '' }
  for (const response of elementsOf(root).filter(({ name }) => name === 'response')) {
    const href = textOf(child(response, 'href') as Element)
    const prop = child(child(response, 'propstat') ?? response, 'prop')
    if (prop) said.found[href] = Object.fromEntries(elementsOf(prop).map((one) => [one.name, textOf(one)]))
    else said.missing.push(href)
  }
  return said
}

export async function device(
  { url, db }: Pick<TestApp, 'url' | 'db'>,
  person: Client & { id: string },
  scopes = ['read', 'write'],
): Promise<Device> {
  const { key } = await person.call<MadeKey>('POST', '/api/user/keys', { name: 'Laptop', scopes })
  const { username } = await person.call<{ username: string }>('GET', '/api/user')
  const send: Device['send'] = (method, path, { body, headers } = {}) =>
    fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { authorization: basic(username, key), ...headers },
      body: body as string | undefined,
    })
  const transfer =
    (method: string) =>
    (from: string, to: string, headers: Record<string, string> = {}) =>
      send(method, from, { headers: { destination: to.startsWith('/dav') ? url + to : to, ...headers } })
  return {
    person,
    key,
    send,
    move: transfer('MOVE'),
    copy: transfer('COPY'),
    async propfind(path, depth, asked = '<D:allprop/>') {
      const body = `<?xml version="1.0" encoding="utf-8"?><D:propfind xmlns:D="DAV:">${asked}</D:propfind>`
      const answer = await send('PROPFIND', path, { body, headers: { depth } })
      if (answer.status !== 207) throw new Error(`PROPFIND ${path}: ${answer.status} ${await answer.text()}`)
      return foundIn(await answer.text())
    },
    async undoLast() {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from changes where scope_id = ${person.id} order by created_at desc, id desc limit 1`,
      )
      await person.call('POST', `/api/changes/${rows[0]?.id}/undo`)
    },
  }
}
