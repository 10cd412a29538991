/** Every shortcut of the product, where it works. */
export interface ShortcutGroup {
  key: 'anywhere' | 'composer' | 'conversation' | 'list' | 'forms'
  shortcuts: readonly { key: string; keys: readonly string[] }[]
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    key: 'anywhere',
    shortcuts: [
      { key: 'newChat', keys: ['mod+shift+O'] },
      { key: 'palette', keys: ['mod+K'] },
      { key: 'search', keys: ['mod+shift+F'] },
      { key: 'sidebar', keys: ['mod+B'] },
      { key: 'help', keys: ['?'] },
      { key: 'notifications', keys: ['F8'] },
      { key: 'close', keys: ['Esc'] },
    ],
  },
  {
    key: 'composer',
    shortcuts: [
      { key: 'send', keys: ['Enter'] },
      { key: 'newLine', keys: ['shift+Enter'] },
      { key: 'editLast', keys: ['↑'] },
      { key: 'commands', keys: ['/'] },
      { key: 'nextPersona', keys: ['alt+P'] },
      { key: 'previousPersona', keys: ['alt+shift+P'] },
      { key: 'chooseCommand', keys: ['↓', '↑', 'Tab'] },
    ],
  },
  {
    key: 'conversation',
    shortcuts: [
      { key: 'find', keys: ['mod+F'] },
      { key: 'nextMatch', keys: ['Enter'] },
      { key: 'previousMatch', keys: ['shift+Enter'] },
    ],
  },
  {
    key: 'list',
    shortcuts: [
      { key: 'next', keys: ['j', '↓'] },
      { key: 'previous', keys: ['k', '↑'] },
      { key: 'rename', keys: ['F2'] },
      { key: 'archive', keys: ['e'] },
      { key: 'delete', keys: ['#', 'Delete'] },
    ],
  },
  { key: 'forms', shortcuts: [{ key: 'submit', keys: ['mod+Enter'] }] },
]
