/** What a store says of what was written since the last time. */
export interface Marked<R> {
  /** The collection as it is: another mark after whatever was written, brought to the trash or back, or removed for good. */
  mark(): Promise<string>
  /**
   * What was written since a mark, live or in the trash; what was written shortly before it may be among it. Null when that cannot
   * be said any more: something was removed for good since, or too much was written.
   */
  since(mark: string): Promise<{ rows: R[]; trashed: R[] } | null>
}
