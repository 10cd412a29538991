import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { MEANT, Offer } from './offer.tsx'
import { hostOf } from './reply-image.tsx'

/** A link in a reply. One of ours goes through the router; any other shows its host and opens in a tab of its own. */
export function MarkdownLink({ href = '', children, ...rest }: ComponentProps<'a'>) {
  if (href === '') return <span>{children}</span>
  if (href.startsWith(MEANT)) return <Offer href={href}>{children}</Offer>
  if (href.startsWith('#')) {
    // A footnote and the way back: within the message, without changing the address of the page.
    const jump = (event: MouseEvent) => {
      event.preventDefault()
      const target = document.getElementById(decodeURIComponent(href.slice(1)))
      target?.scrollIntoView({ block: 'center' })
      target?.focus()
    }
    return (
      <a {...rest} href={href} onClick={jump}>
        {children}
      </a>
    )
  }
  if (/^\/(?!\/)/.test(href)) {
    return (
      <Link to={href} {...rest}>
        {children}
      </Link>
    )
  }
  const host = /^https?:/i.test(href) ? hostOf(href) : ''
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      {host && !isAddressAt(host, children) && <span className="link-host"> {host}</span>}
    </a>
  )
}

/** Whether the text of a link is an address of that very host: "host.example/evil.example" is none of evil.example's. */
function isAddressAt(host: string, text: unknown): boolean {
  if (typeof text !== 'string' || /\s/.test(text)) return false
  return hostOf(/^https?:\/\//i.test(text) ? text : `https://${text}`) === host
}
