import { Button, Menu, MenuContent, MenuItem, MenuTrigger, sentenceFor, toast } from '@atrium/web/kit'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { bareName } from '../writing.ts'
import type { Format } from './engine.ts'
import { useTexts } from './texts.ts'

interface ExportChoicesProps {
  name: string
  size?: 'sm' | 'md'
  write: (format: Format) => Promise<Blob>
}

const formats = ['csv', 'tsv', 'xlsx', 'json'] as const

/** Saves a file that was made here. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export function ExportChoices({ name, size = 'md', write }: ExportChoicesProps) {
  const { t } = useTexts()
  const [isWriting, setIsWriting] = useState(false)
  const save = async (format: Format) => {
    setIsWriting(true)
    try {
      saveBlob(await write(format), `${bareName(name)}.${format}`)
    } catch (error) {
      toast({ variant: 'destructive', title: t('export.failed'), description: sentenceFor(error) })
    } finally {
      setIsWriting(false)
    }
  }
  return (
    <Menu>
      <MenuTrigger>
        <Button
          size={size}
          loading={isWriting}
          icon={<Download aria-hidden className="size-4" />}
          className="print:hidden"
        >
          <span className="max-sm:sr-only">{t('export.title')}</span>
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {formats.map((format) => (
          <MenuItem key={format} onSelect={() => void save(format)}>
            {t(`export.${format}`)}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
