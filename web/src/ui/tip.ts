import type { Tip } from './tip-layer.ts'

// The bubble itself comes with the first control that is pointed at, or ahead when the page is idle.
let layer: typeof import('./tip-layer.ts') | undefined
let over: HTMLElement | undefined

export async function loadTips(): Promise<void> {
  layer ??= await import('./tip-layer.ts')
}

export function showTip(control: HTMLElement, tip: Tip): void {
  over = control
  const show = () => over === control && layer?.showTip(control, tip)
  // Without it the control still has its name.
  if (layer) show()
  else loadTips().then(show, (cause: unknown) => console.error('The tooltips could not be loaded.', cause))
}

export function hideTip(): void {
  over = undefined
  layer?.hideTip()
}
