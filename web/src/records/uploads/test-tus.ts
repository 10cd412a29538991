import type { HeldFile } from '@atrium/contract/files'
import { vi } from 'vitest'

// A server's door for uploads as XMLHttpRequest sees it, which answers when the test says so.

/** A request of the tus protocol. */
export interface TusRequest {
  method: string
  address: string
  headers: Record<string, string>
  body: Blob | null
  isAborted: boolean
  /** bytes that have been sent of this request */
  progress: (loaded: number) => void
  answer: (status: number, headers?: Record<string, string>, body?: string) => void
  /** The connection breaks. */
  cut: () => void
}

export interface FakeTus {
  requests: TusRequest[]
  /** The files that were begun to be sent, and where. */
  begun(): { name: string; address: string }[]
  /** The last request of the file of this name. */
  of(name: string): TusRequest
  /** All of it has come, and has become this file. */
  arrive(name: string, file: HeldFile): void
  refuse(name: string, status: number, error: object): void
}

const nameIn = ({ headers }: TusRequest): string => {
  const sent = /filename ([^,]+)/.exec(headers['Upload-Metadata'] ?? '')?.[1]
  return sent === undefined ? '' : new TextDecoder().decode(Uint8Array.from(atob(sent), (byte) => byte.charCodeAt(0)))
}

/** Stands in for XMLHttpRequest until `vi.unstubAllGlobals`. `becomes`: what a file of this name is at once, as the server has it. */
export function fakeTus(becomes?: (name: string) => HeldFile): FakeTus {
  const requests: TusRequest[] = []
  /** Which file is at which address. */
  const names = new Map<string, string>()
  class Fake {
    upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {}
    status = 0
    responseText = ''
    onload?: () => void
    onerror?: (error: Error) => void
    sent: Record<string, string> = {}
    request = {
      headers: {} as Record<string, string>,
      isAborted: false,
      progress: (loaded: number) => this.upload.onprogress?.({ lengthComputable: true, loaded }),
      answer: (status: number, headers: Record<string, string> = {}, body = '') => {
        const { Location } = headers
        if (Location) names.set(Location, nameIn(this.request))
        Object.assign(this, { status, responseText: body, sent: headers })
        this.onload?.()
      },
      cut: () => this.onerror?.(new Error('The connection broke.')),
    } as TusRequest
    open(method: string, address: string) {
      Object.assign(this.request, { method, address })
    }
    setRequestHeader(name: string, value: string) {
      this.request.headers[name] = value
    }
    getResponseHeader(name: string) {
      return this.sent[name] ?? null
    }
    getAllResponseHeaders() {
      return Object.entries(this.sent)
        .map((pair) => pair.join(': '))
        .join('\r\n')
    }
    send(body: Blob | null) {
      this.request.body = body
      requests.push(this.request)
      const name = nameIn(this.request)
      if (becomes && name) queueMicrotask(() => fake.arrive(name, becomes(name)))
    }
    abort() {
      this.request.isAborted = true
    }
  }
  vi.stubGlobal('XMLHttpRequest', Fake)
  const pathOf = (address: string) => new URL(address, location.href).pathname
  const fake: FakeTus = {
    requests,
    begun: () =>
      requests.flatMap((one) => (one.method === 'POST' ? [{ name: nameIn(one), address: one.address }] : [])),
    of: (name) => requests.findLast((one) => (names.get(pathOf(one.address)) ?? nameIn(one)) === name) as TusRequest,
    arrive(name, file) {
      const one = fake.of(name)
      const offset = Number(one.headers['Upload-Offset'] ?? 0) + (one.body?.size ?? 0)
      const told = { 'Upload-Offset': String(offset), 'X-File': encodeURIComponent(JSON.stringify(file)) }
      if (one.method === 'POST') one.answer(201, { Location: `/api/m/album/unfinished/${name}`, ...told })
      else one.answer(204, told)
    },
    refuse: (name, status, error) => fake.of(name).answer(status, {}, JSON.stringify({ error })),
  }
  return fake
}
