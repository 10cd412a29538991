type Strings = Record<string, unknown>

/** Every file of strings of every language. Apart, because some four hundred file names are more than most visits need. */
export const files = import.meta.glob<Strings>(
  ['./locales/*/*.json', '!./locales/en/{core,chat,sentences,catalogue}.json'],
  { import: 'default' },
)
