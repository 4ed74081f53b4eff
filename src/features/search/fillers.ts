/** Between the words of a sentence: no names, and nothing is asked for by them. */
export const FILLERS = (
  "a an and or the with for of in at has have having that which is are to me my i we want need find " +
  "show please car cars vehicle vehicles ev evs electric something any only goes going drives " +
  "price prices priced cost costs charge charges charging"
).split(" ");
