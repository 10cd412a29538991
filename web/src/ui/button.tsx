import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import type { TooltipSide } from './tip-layer.ts'
import { Tooltip } from './tooltip.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md'

const look: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line bg-popover text-ink hover:border-line-strong hover:bg-surface',
  ghost: 'hover:bg-hover active:bg-active',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
}

const shared =
  'inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium transition-colors duration-120 disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:shrink-0'

/** The classes of a button, for a link that looks like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return clsx(
    shared,
    look[variant],
    variant === 'ghost' && 'text-ink',
    size === 'sm' ? 'h-8 gap-1.5 px-3 touch:h-10' : 'h-9 gap-2 px-4 touch:h-11',
    'text-sm',
    className,
  )
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner and refuses clicks, without losing focus. */
  loading?: boolean
  icon?: ReactNode
}

export function Button({
  variant = 'secondary',
  size = 'md',
  loading = false,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The control's name, and its tooltip. */
  label: string
  icon: ReactNode
  /** Shown in the tooltip: `mod+B`. */
  shortcut?: string
  variant?: ButtonVariant
  size?: ButtonSize
  tooltipSide?: TooltipSide
  /** Toggle buttons: whether it is on. */
  pressed?: boolean
}

export function IconButton({
  label,
  icon,
  shortcut,
  variant = 'ghost',
  size = 'md',
  tooltipSide,
  pressed,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut} side={tooltipSide}>
      <button
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        className={clsx(
          shared,
          look[variant],
          variant === 'ghost' && (pressed ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:text-ink'),
          size === 'sm' ? 'size-7 touch:size-9 [&_svg]:size-4' : 'size-9 touch:size-11 [&_svg]:size-4.5',
          className,
        )}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
