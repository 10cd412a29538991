/**
 * The addresses that `<input type=email>` takes: HTML Standard, “valid e-mail address”, with a domain of two labels. Whether
 * a mailbox is there, only a message tells.
 */
const VALID =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Mailbox names for functions (RFC 2142 and common use): nobody in person reads them. */
const ROLES = words(
  'info contact sales support help office mail hello team admin administrator webmaster postmaster hostmaster abuse noc security marketing billing accounts accounting hr jobs careers press media service noreply no-reply donotreply',
)
const FREE = words(
  'gmail.com googlemail.com yahoo.com ymail.com yahoo.co.uk hotmail.com hotmail.co.uk outlook.com live.com msn.com aol.com icloud.com me.com mac.com gmx.de gmx.net gmx.com web.de t-online.de freenet.de mail.com mail.ru yandex.ru proton.me protonmail.com orange.fr free.fr laposte.net wanadoo.fr libero.it qq.com 163.com 126.com naver.com zoho.com',
)
const THROWAWAY = words(
  'mailinator.com guerrillamail.com 10minutemail.com temp-mail.org tempmail.com yopmail.com trashmail.com sharklasers.com getnada.com dispostable.com maildrop.cc',
)
const MISTYPED: Readonly<Record<string, string>> = {
  'gmial.com': 'gmail.com',
  'gamil.com': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmail.co': 'gmail.com',
  'gnail.com': 'gmail.com',
  'hotmial.com': 'hotmail.com',
  'hotmal.com': 'hotmail.com',
  'outlok.com': 'outlook.com',
  'outloook.com': 'outlook.com',
  'yaho.com': 'yahoo.com',
  'yahooo.com': 'yahoo.com',
  'iclod.com': 'icloud.com',
}

export interface EmailAddress {
  /** Lower case, without spaces, `mailto:` and angle brackets. */
  address: string
  domain: string
  /** The same for all spellings that one mailbox has: no `+tag`, no dots at Gmail. */
  mailbox: string
  isRole: boolean
  /** At a provider of free mail: the domain says nothing about the company. */
  isFree: boolean
  isThrowaway: boolean
  /** The domain that was probably meant. */
  meant: string | null
}

/** Null when it is no address. */
export function emailIn(text: string): EmailAddress | null {
  if (text.length > 400) return null
  const bracketed = /<([^<>]+)>/.exec(text)?.[1] ?? text
  const address = bracketed
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[.,;]+$/, '')
    .toLowerCase()
  if (address.length > 254 || !VALID.test(address) || address.includes('..')) return null
  const [local = '', domain = ''] = address.split('@')
  if (local.startsWith('.') || local.endsWith('.')) return null
  const base = local.replace(/\+.*$/, '') || local
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return {
    address,
    domain,
    mailbox: isGmail ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`,
    isRole: ROLES.has(base),
    isFree: FREE.has(domain),
    isThrowaway: THROWAWAY.has(domain),
    meant: MISTYPED[domain] ?? null,
  }
}
