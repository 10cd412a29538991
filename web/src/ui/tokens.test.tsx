import './styles.css'
import { expect, test } from 'vitest'

const grounds = ['canvas', 'sidebar', 'surface', 'popover']
const pairs: [string, string][] = [
  ...['ink', 'muted', 'faint', 'accent-ink', 'danger-ink', 'success-ink', 'warning-ink', 'info-ink'].flatMap((ink) =>
    grounds.map((ground): [string, string] => [ink, ground]),
  ),
  ...['accent', 'danger'].flatMap((name): [string, string][] => [
    [`on-${name}`, name],
    [`on-${name}`, `${name}-hover`],
  ]),
  ...['accent', 'danger', 'success', 'warning', 'info'].map((name): [string, string] => [
    `${name}-ink`,
    `${name}-soft`,
  ]),
]
const spaces = [...Array(24).keys()].map((step) => step * 15)

/** sRGB of a token as it is painted, 0–1. */
function painted(token: string): number[] {
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.fillStyle = token
  context.fillRect(0, 0, 1, 1)
  return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((byte) => byte / 255)
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const luminance = (token: string) => {
    const [r = 0, g = 0, b = 0] = painted(token).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test.each(['light', 'dark'])('every text colour of the %s theme has 4.5:1 on the grounds it stands on', (theme) => {
  document.documentElement.className = theme
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)
  const weak = pairs.filter(([ink, ground]) => contrast(token(ink), token(ground)) < 4.5)
  expect(weak).toEqual([])
})

test.each(['light', 'dark'])('the tint of every hue in the %s theme carries its own text', (theme) => {
  document.documentElement.className = theme
  const probe = document.body.appendChild(document.createElement('div'))
  probe.dataset.space = 'probe'
  const weak = spaces.filter((hue) => {
    probe.style.setProperty('--space-hue', String(hue))
    probe.style.color = 'var(--space-ink)'
    probe.style.background = 'var(--space-soft)'
    const { color, backgroundColor } = getComputedStyle(probe)
    return contrast(color, backgroundColor) < 4.5
  })
  probe.remove()
  expect(weak).toEqual([])
})

test.each(['light', 'dark'])('the edge of a control in the %s theme has 3:1 against the page', (theme) => {
  document.documentElement.className = theme
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)
  expect(contrast(token('line-strong'), token('canvas'))).toBeGreaterThanOrEqual(3)
})
