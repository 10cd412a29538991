/** A week of somebody's life, as it would be typed. */
export const sampleTasks: readonly string[] = [
  'Pay rent every month on the 1st #home !high',
  'Call Anna about the trip tomorrow at 3pm @phone',
  'Water the plants every 3 days #home',
  'Send the offer to Acme today #work !high',
  'Prepare slides for the Monday meeting by friday #work @computer',
  'Review the budget on the last friday of every month #work',
  'Book a dentist appointment @phone',
  'Buy a birthday present for Tom in 10 days @town',
  'Take the bins out every sunday evening #home',
  'Read the chapter on compound interest #learning !low',
  'Plan a weekend in the mountains',
  'Back up the laptop every! 2 weeks @computer',
]
