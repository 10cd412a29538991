interface Node {
  type: string
  value?: string
  children?: Node[]
}

/**
 * Models break lines in table cells with `<br>`. That one piece of HTML is read as the line break it means; comments are
 * dropped; all other HTML stays text, as react-markdown writes it.
 */
export function lineBreaks() {
  return (tree: Node): void => visit(tree)
}

function visit(node: Node): void {
  if (!node.children) return
  node.children = node.children.flatMap((child): Node[] => {
    if (child.type !== 'html') {
      visit(child)
      return [child]
    }
    if (/^<br\s*\/?>$/i.test(child.value ?? '')) return [{ type: 'break' }]
    return /^<!--[\s\S]*?-->$/.test(child.value ?? '') ? [] : [child]
  })
}
