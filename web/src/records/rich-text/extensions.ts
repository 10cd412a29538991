import { PICTURE } from '@atrium/contract/rich-text'
import { type AnyExtension, mergeAttributes } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { Markdown } from '@tiptap/markdown'
import { StarterKit } from '@tiptap/starter-kit'
import { isLink, pictureUrl } from './addresses.ts'

/** A picture is kept as `file:<id>`, and drawn from where the server has it. */
const Picture = Image.extend({
  parseHTML: () => [
    { tag: 'img[data-file]', getAttrs: (node) => ({ src: `${PICTURE}${node.getAttribute('data-file')}` }) },
  ],
  renderHTML({ HTMLAttributes: { src, ...rest } }) {
    const url = pictureUrl(src)
    const more = url ? { src: url, 'data-file': String(src).slice(PICTURE.length) } : { 'data-elsewhere': '' }
    return ['img', mergeAttributes(rest, more)]
  },
})

/** What a rich text may hold, and no more: whatever is pasted or read is brought into this shape. */
export const extensions: AnyExtension[] = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    underline: false, // Markdown has none
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: true,
      isAllowedUri: (address) => isLink(address),
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
    },
  }),
  TableKit.configure({ table: { resizable: false } }),
  Picture.configure({ inline: true, allowBase64: false }),
  Markdown,
]
