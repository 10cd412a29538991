import { api } from '@atrium/web/kit'

/** A file that is kept for cards, under the name by which fields call it. */
export interface KeptMedium {
  name: string
  file: string
  mime: string
}

export const keepMedium = (file: File): Promise<KeptMedium> => {
  const name = file.name && file.name !== 'image.png' ? file.name : `picture-${Date.now()}.png`
  return api.put<KeptMedium>(`/api/m/flash/media/${encodeURIComponent(name)}`, file)
}
