/** The row cannot go; the rows that name it go along; they name nothing any more. */
export type OnRemove = 'restrict' | 'cascade' | 'clear'

export interface Referred<F extends string> {
  to: string
  onRemove: OnRemove
  /**
   * Rows of older versions named what is meant by this text of theirs, which is `by` of the module's other collection. When they are
   * brought to the newest version they get the id of the row of that name, which is made where there is none, and the text is null.
   * The names of that collection are `unique`, in large and small letters alike.
   */
  formerly?: { field: F; by: string }
  /**
   * Of a reference to rows of its own collection: a field that is yes or no. What is open (no) names nothing that is closed (yes): the
   * module's actions see to that, and an undo that would leave it otherwise is refused.
   */
  closedBy?: F
}
