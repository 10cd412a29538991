import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { hostOf } from './reply-image.tsx'

/** A link in a reply. One of ours goes through the router; any other shows its host and opens in a tab of its own. */
export function MarkdownLink({ href = '', children, ...rest }: ComponentProps<'a'>) {
  if (href === '') return <span>{children}</span>
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
  const shown = typeof children === 'string' ? children : ''
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      {host && !shown.includes(host) && <span className="link-host"> {host}</span>}
    </a>
  )
}
