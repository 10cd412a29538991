/** A project's colour; a ring where it has none. */
export function ProjectDot({ colour }: { colour: string | null }) {
  return (
    <span
      aria-hidden
      className="size-2.5 shrink-0 rounded-full border border-line-strong"
      style={colour ? { backgroundColor: colour, borderColor: colour } : undefined}
    />
  )
}
