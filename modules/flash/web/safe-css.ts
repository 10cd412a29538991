/*
 * The styling of a note type is CSS that other people wrote. The browser reads it, and it is written anew from what it understood:
 * rules for what stands in the card, nothing that loads, and no name that the page around it uses.
 */

/** What could ask another server, or say what a later value means. Escapes are gone: the browser has read them. */
const LOADS = /url\(|image-set\(|image\(|src\(|element\(|expression\(|paint\(/i

function declarations(style: CSSStyleDeclaration): string {
  const kept: string[] = []
  for (const name of style) {
    const value = style.getPropertyValue(name)
    // The value of a property of one's own is kept as it was written, escapes and all.
    if (LOADS.test(value) || (name.startsWith('--') && value.includes('\\'))) continue
    if (name === 'behavior' || name === '-moz-binding' || name.startsWith('animation')) continue
    kept.push(`${name}: ${value}${style.getPropertyPriority(name) ? ' !important' : ''};`)
  }
  return kept.join(' ')
}

/** characters */
const LONGEST = 200_000
const DEEPEST = 8

function rulesOf(rules: CSSRuleList, depth = 0): string {
  if (depth > DEEPEST) return ''
  return [...rules]
    .map((rule) => {
      if (rule instanceof CSSStyleRule) {
        const inside = rule.cssRules.length > 0 ? rulesOf(rule.cssRules, depth + 1) : ''
        return `${rule.selectorText} { ${declarations(rule.style)} ${inside} }`
      }
      if (rule instanceof CSSMediaRule) return `@media ${rule.conditionText} { ${rulesOf(rule.cssRules, depth + 1)} }`
      if (rule instanceof CSSSupportsRule)
        return `@supports ${rule.conditionText} { ${rulesOf(rule.cssRules, depth + 1)} }`
      return ''
    })
    .join('\n')
}

/** The styling as a sheet that concerns nothing but what stands in the element that this selects. */
export function scopedSheet(css: string, root: string): CSSStyleSheet {
  const read = new CSSStyleSheet()
  read.replaceSync(css.slice(0, LONGEST))
  const sheet = new CSSStyleSheet()
  const night = /night_?mode/i.test(css) ? '' : '.card.nightMode { color: inherit; background-color: transparent; }'
  sheet.replaceSync(`@scope (${root}) { ${night} ${rulesOf(read.cssRules)} }`)
  return sheet
}
