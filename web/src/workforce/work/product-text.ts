/** Fenced code, and code within a line. */
const CODE = /(^[ \t]*(?:`{3,}|~{3,})[\s\S]*?^[ \t]*(?:`{3,}|~{3,})[ \t]*$|`+[^`\n]+`+)/m

/**
 * A product's text is CommonMark, where `\(` is a parenthesis and `$` a dollar; the app's Markdown takes them for formulas
 * as models write them. As entities they are what they are.
 */
export const withoutFormulas = (markdown: string): string =>
  markdown
    .split(CODE)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(/\\([()[\]$])|\$/g, (_, escaped?: string) => `&#${(escaped ?? '$').charCodeAt(0)};`),
    )
    .join('')
