/** A call of a module's to an address outside. */
export interface OutsideRequest {
  /** GET when absent; all but GET and HEAD only in an action that is a `send`, for nothing outside is undone. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** The most of the answer, unpacked; 4 MiB when absent. */
  maxBytes?: number
  /** For all of it; 15 s when absent. */
  timeoutMs?: number
}

export interface OutsideAnswer {
  status: number
  /** Names in lower case; cookies are left out. */
  headers: Readonly<Record<string, string>>
  /** Where redirects led. */
  url: string
  body: Uint8Array
}

/**
 * Asks a web server of the internet, whatever address somebody gave: private networks are refused. Whatever status it answers is
 * an answer. Throws `bad_request` for an address that cannot be asked, `too_large`, `timeout`, `rate_limited`, `provider_failed`;
 * `unauthenticated` for a visitor, `forbidden` behind a share link. Ask before you write: what is written holds others up.
 */
export type OutsideFetch = (url: string, request?: OutsideRequest) => Promise<OutsideAnswer>

/**
 * Tokens and keys of the person (or team), encrypted in the database. They stand in no record, export, change or log, and an action
 * that would answer one is refused. What a person types comes by the calls of the module's `secrets`, which no action and no model sees.
 */
export interface ModuleSecrets {
  /** null when there is none. Throws `forbidden` behind a share link. */
  get(name: string): Promise<string | null>
  /** Kept even where the action's records can be undone later. */
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
  names(): Promise<string[]>
}
