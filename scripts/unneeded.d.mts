interface LockedPackage {
  dev?: boolean
  [field: string]: unknown
}
export function unneeded(lock: { packages: Record<string, LockedPackage> }): string[]
export function removeUnneeded(root: string): void
