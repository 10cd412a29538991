/** What decides how a sentence is laid along an example. Chosen on the even lines of the corpus; the odd ones judge them. */
export const weights = {
  /** Of a word that was said and that another thing is known by, of its weight. */
  left: 0.6,
  /** Of a word that was said and that no example has. */
  strange: 0.6,
  /** Of a word of courtesy. */
  light: 0.06,
  /** What is left of the weight of a word that is courtesy elsewhere. */
  small: 0.25,
  /** What it costs that nothing was said for a slot of free text, of a value, of a choice. */
  noText: 0.5,
  noValue: 1,
  noChoice: 1.5,
  /** What it costs that the word is missing that leads to a slot: “remind me to …”. */
  noJoiner: 0.35,
  /** What it costs when free text begins the sentence with a word by which others begin: “delete the packing list”. */
  opener: 1.5,
  /** What it costs a change that a question is asked. */
  question: 0.2,
  /** What it costs when free text begins with a question: “remind me who won”. */
  asking: 0.6,
  /** Of each word of free text. */
  text: 0.02,
}
