import { type DragEvent, useState } from 'react'

export interface FileDrop {
  /** Files are held over the page. */
  dragging: boolean
  /** For the element that takes them. */
  on: {
    onDragOver: (event: DragEvent) => void
    onDragLeave: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/** Takes files that are dropped anywhere on an element. */
export function useFileDrop(take: (files: File[]) => void): FileDrop {
  const [dragging, setDragging] = useState(false)
  return {
    dragging,
    on: {
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragging(true)
      },
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false)
      },
      onDrop: (event) => {
        setDragging(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        take([...event.dataTransfer.files])
      },
    },
  }
}
